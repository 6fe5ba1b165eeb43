import { listDocuments } from '#contract/papers/documents.ts';
import { SMS_CODE_LENGTH } from '#contract/limits.ts';
import { MAX_ANSWER_BYTES, readAnswer, sendAnswer } from '#contract/papers/objections.ts';
import { readMonth } from '#contract/insights/months.ts';
import { useEndpointAction } from '../../../actions/use-endpoint-action.ts';
import { FileField } from '../../../forms/FileField.tsx';
import { FormShell } from '../../../forms/FormShell.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { SmsStep } from '../../../forms/SmsStep.tsx';
import { useSession } from '../../../server/session.ts';
import { useSmsCode } from '../../../state/use-sms-code.ts';
import { Modal } from '../../../ui/layers/Modal.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { Stack } from '../../../ui/Stack.tsx';
import { AnswerRows } from './AnswerRows.tsx';
import type { MonthlyDocument } from './monthly-document.ts';

type Props = { document: MonthlyDocument; onClose: () => void };

/** Objects by the file that an accounting program made: first it is read and shown, then confirmed by a code. */
export function AnswerByFileModal({ document, onClose }: Props) {
  const form = useForm({ values: { file: null as File | null } });
  const { file } = form.values;
  const params = { id: document.id };
  const read = useEndpointAction(readAnswer, { refresh: [] });
  const send = useEndpointAction(sendAnswer, {
    refresh: [listDocuments, readMonth],
    left: { failed: `Возражение не отправлено: ${document.title}` },
  });
  const input = read.data?.data ?? null;
  const objects = input?.disagrees ?? false;
  const sms = useSmsCode({ purpose: 'objection', subject: String(document.id) }, send, { waits: !objects });
  const phone = useSession().profile?.masked_phone;
  const action = objects ? send : read;

  return (
    <Modal opened onClose={onClose} title="Возражение файлом XML" busy={action.isPending}>
      <FormShell
        form={form}
        onChange={() => {
          read.reset();
          send.reset();
        }}
        submitLabel={objects ? 'Отправить возражение' : 'Прочитать файл'}
        action={action}
        ownFields={['sms']}
        disabledReason={reason()}
        onSubmit={() => {
          if (!file) return;
          if (!objects) return read.mutate({ params, file });
          send.mutate({ params, body: { sms: sms.code }, file }, { onSuccess: onClose });
        }}
      >
        <p>
          {document.title}. Подойдёт ответ на акт сверки с разногласиями (КНД 1110333) или акт рекламации из
          вашей учётной программы.
        </p>
        <FileField
          label="Файл XML"
          {...form.field('file')}
          extensions={['xml']}
          maxBytes={MAX_ANSWER_BYTES}
          disabled={action.isPending}
        />
        {input && !input.disagrees && (
          <Notice tone="info">
            В файле нет разногласий. Чтобы согласиться с документом, подтвердите его.
          </Notice>
        )}
        {objects && input && (
          <Stack gap="1">
            <p>{input.comment}</p>
            <AnswerRows rows={input.rows} />
            <SmsStep
              confirms={`${document.title}, ${document.partner_title}`}
              phone={phone}
              {...sms}
              action={send}
            />
          </Stack>
        )}
      </FormShell>
    </Modal>
  );

  function reason(): string | null {
    if (!file) return 'Выберите файл';
    if (input && !input.disagrees) return 'В файле нет разногласий';
    return objects && sms.code.length < SMS_CODE_LENGTH ? 'Введите код из СМС' : null;
  }
}

import { useEffect, useEffectEvent, useState } from 'react';
import { listDocuments, objectToDocument } from '#contract/documents.ts';
import { OBJECTION_MODAL_CLOSES_SECONDS, SMS_CODE_LENGTH } from '#contract/limits.ts';
import { CATALOGUE } from '../../forms/failure-catalogue.ts';
import { useSession } from '../../api/session.ts';
import { useDeed } from '../../api/use-call.ts';
import { useSmsCode } from '../../api/use-sms-code.ts';
import { FormShell } from '../../forms/FormShell.tsx';
import { SmsStep } from '../../forms/SmsStep.tsx';
import { useTellLeft } from '../../forms/use-tell-left.ts';
import { Modal } from '../../ui/Modal.tsx';
import { TextArea } from '../../ui/TextField.tsx';
import type { ChosenDocument } from './DocumentList.tsx';

/** Objects to one document: what is disputed, and the code. A server error closes it after 2 s (spec section 8). */
export function ObjectToDocumentModal({ chosen, onClose }: { chosen: ChosenDocument; onClose: () => void }) {
  const { document, month } = chosen;
  const [comment, setComment] = useState('');
  const deed = useDeed(objectToDocument, {
    refresh: [listDocuments],
    onFailure: useTellLeft(`Возражение не отправлено: ${document.title}`),
  });
  const sms = useSmsCode({ purpose: 'objection', subject: String(document.id) }, deed);
  const phone = useSession().profile?.masked_phone;
  const serverFailed = (deed.error?.code ?? 0) >= 500;
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!serverFailed) return;
    const timer = setTimeout(() => close(), OBJECTION_MODAL_CLOSES_SECONDS * 1000);
    return () => clearTimeout(timer);
  }, [serverFailed]);

  const { sms: codeErrors, comment: commentErrors, ...fields } = deed.error?.fields ?? {};
  const message = serverFailed
    ? CATALOGUE.objectionFailed.words
    : codeErrors || commentErrors
      ? null
      : deed.error?.message;
  return (
    <Modal opened onClose={onClose} title="Возражение по документу" busy={deed.isPending}>
      <FormShell
        submitLabel="Отправить возражение"
        loading={deed.isPending}
        error={deed.error ? { message: message ?? null, fields } : null}
        disabledReason={
          !comment.trim()
            ? 'Опишите, с чем вы не согласны'
            : sms.code.length < SMS_CODE_LENGTH
              ? 'Введите код из СМС'
              : null
        }
        onSubmit={() =>
          deed.mutate(
            {
              body: { partner_id: document.partner_id, date: month, id: document.id, sms: sms.code, comment },
            },
            { onSuccess: onClose },
          )
        }
      >
        <TextArea
          label="С чем вы не согласны"
          help="Назовите карту, операцию, литры или сумму"
          value={comment}
          readOnly={deed.isPending}
          onChange={setComment}
          error={commentErrors?.[0] ?? null}
          autoFocus
        />
        <SmsStep
          confirms={`${document.title}, ${document.partner_title}`}
          phone={phone}
          {...sms}
          loading={deed.isPending}
          error={codeErrors?.[0] ?? null}
          autoFocus={false}
        />
      </FormShell>
    </Modal>
  );
}

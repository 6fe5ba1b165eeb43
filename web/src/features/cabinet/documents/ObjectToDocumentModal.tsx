import { useEffect, useEffectEvent, useState } from 'react';
import { listDocuments, objectToDocument } from '#contract/papers/documents.ts';
import { OBJECTION_MODAL_CLOSES_SECONDS, SMS_CODE_LENGTH } from '#contract/limits.ts';
import { readMonth } from '#contract/insights/months.ts';
import { CATALOGUE } from '../../../forms/failure-catalogue.ts';
import { useSession } from '../../../server/session.ts';
import { useEndpointAction } from '../../../actions/use-endpoint-action.ts';
import { forgetDraft, storeDraft, readDraft, type ObjectionDraft } from '../../../state/objection-draft.ts';
import { useSmsCode } from '../../../state/use-sms-code.ts';
import { FormShell } from '../../../forms/FormShell.tsx';
import { SmsStep } from '../../../forms/SmsStep.tsx';
import { formatDate } from '../../../lib/format.ts';
import { Modal } from '../../../ui/layers/Modal.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { TextArea } from '../../../ui/fields/TextField.tsx';
import type { MonthlyDocument } from './monthly-document.ts';
import { OperationPicker } from './OperationPicker.tsx';

type Props = { document: MonthlyDocument; onClose: () => void };

/**
 * Objects to one document. The user first enters what is disputed, then requests the code: opening the dialogue alone
 * sends none. A server error closes it after 2 s (spec section 8).
 */
export function ObjectToDocumentModal({ document, onClose }: Props) {
  const [draft, setDraft] = useState(() => readDraft(document.id));
  const { comment, operations } = draft;
  const [written, setWritten] = useState(false);
  const action = useEndpointAction(objectToDocument, {
    refresh: [listDocuments, readMonth],
    onAnswer: () => forgetDraft(document.id),
    left: { failed: `Возражение не отправлено: ${document.title}` },
  });
  const sms = useSmsCode({ purpose: 'objection', subject: String(document.id) }, action, { waits: !written });
  const phone = useSession().profile?.masked_phone;
  const serverFailed = (action.error?.code ?? 0) >= 500;
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!serverFailed) return;
    const timer = setTimeout(() => close(), OBJECTION_MODAL_CLOSES_SECONDS * 1000);
    return () => clearTimeout(timer);
  }, [serverFailed]);

  const commentErrors = action.error?.fields.comment;
  const refusal = serverFailed ? { message: CATALOGUE.objectionFailed.text } : action.error;
  // Decided by a colleague, or by this very dialogue with its answer lost: the same would be sent again.
  const decided = action.isPending ? null : describeDecisionOn(document);
  return (
    <Modal opened onClose={onClose} title="Возражение по документу" busy={action.isPending}>
      <FormShell
        submitLabel={written ? 'Отправить возражение' : 'Получить код'}
        action={{ isPending: action.isPending, error: decided ? null : refusal }}
        ownFields={['sms', 'comment']}
        disabledReason={disabledReason()}
        onSubmit={() => {
          if (!written) return setWritten(true);
          return action.mutate(
            {
              body: {
                partner_id: document.partner_id,
                date: document.month,
                id: document.id,
                sms: sms.code,
                comment,
                operations: operations.map(({ id }) => id),
              },
            },
            { onSuccess: onClose },
          );
        }}
      >
        <TextArea
          label="С чем вы не согласны"
          help="Назовите карту, операцию, литры или сумму"
          value={comment}
          readOnly={action.isPending}
          onChange={(text) => write({ comment: text })}
          error={commentErrors?.[0] ?? null}
          autoFocus
        />
        <OperationPicker
          document={document}
          chosen={operations}
          onChange={(chosen) => write({ operations: chosen })}
          disabled={action.isPending}
        />
        {decided ? (
          <Notice tone="warn">{decided}</Notice>
        ) : written ? (
          <SmsStep
            confirms={`${document.title}, ${document.partner_title}`}
            phone={phone}
            {...sms}
            action={action}
          />
        ) : null}
      </FormShell>
    </Modal>
  );

  function write(part: Partial<ObjectionDraft>) {
    const next = { ...draft, ...part };
    setDraft(next);
    storeDraft(document.id, next);
  }

  function disabledReason(): string | null {
    if (decided) return decided;
    if (!comment.trim()) return 'Опишите, с чем вы не согласны';
    return written && sms.code.length < SMS_CODE_LENGTH ? 'Введите код из СМС' : null;
  }
}

/** Describes the decision on the document since its dialogue was opened; null when there is none. */
function describeDecisionOn({ received, objection }: MonthlyDocument): string | null {
  if (received) return `Документ подтверждён ${formatDate(received)}: возражение по нему не принимается`;
  return objection && `Возражение отправлено ${formatDate(objection.created_at)}: «${objection.comment}»`;
}

import { acceptDocument, listDocuments } from '#contract/papers/documents.ts';
import { readMonth } from '#contract/insights/months.ts';
import { useEndpointAction } from '../../../actions/use-endpoint-action.ts';
import { useSmsCode } from '../../../state/use-sms-code.ts';
import { CodeMeaning } from '../../../forms/CodeMeaning.tsx';
import { SmsForm } from '../../../forms/SmsForm.tsx';
import { useSession } from '../../../server/session.ts';
import { DateText } from '../../../ui/text/DateText.tsx';
import { Modal } from '../../../ui/layers/Modal.tsx';
import { StatusLabel } from '../../../ui/text/StatusLabel.tsx';
import { InfoModal } from '../../../ui/layers/InfoModal.tsx';
import type { MonthlyDocument } from './monthly-document.ts';

type Props = { document: MonthlyDocument; onClose: () => void };

/** Confirms one document by SMS; the code is sent as soon as all six digits are entered (spec section 5). */
export function AcceptDocumentModal({ document, onClose }: Props) {
  const action = useEndpointAction(acceptDocument, {
    refresh: [listDocuments, readMonth],
    left: { failed: `Документ не подтверждён: ${document.title}` },
  });
  const sms = useSmsCode({ purpose: 'document', subject: String(document.id) }, action);
  const usesEdm = useSession().profile?.company?.client?.uses_edo;

  function accept(input: string) {
    action.mutate(
      { body: { partner_id: document.partner_id, date: document.month, id: document.id, sms: input } },
      { onSuccess: onClose },
    );
  }

  // Confirmed by a colleague, or by this very dialogue with its answer lost.
  if (document.received && !action.isPending) {
    return (
      <InfoModal onClose={onClose} title="Документ подтверждён">
        <p>
          {document.title}, {document.partner_title}.
        </p>
        <p>
          <StatusLabel tone="go">
            Получен <DateText value={document.received} />
          </StatusLabel>
        </p>
      </InfoModal>
    );
  }
  return (
    <Modal opened onClose={onClose} title="Подтверждение документа" busy={action.isPending}>
      <SmsForm
        sms={sms}
        action={action}
        submitLabel="Подтвердить"
        confirms={`${document.title}, ${document.partner_title}`}
        sumRubles={document.sum ?? undefined}
        onSubmit={accept}
      >
        <CodeMeaning kinds={[document.kind]} usesEdm={usesEdm} />
      </SmsForm>
    </Modal>
  );
}

import { proposeAnnulment } from '#contract/edm-annulment.ts';
import { listStaffDocuments } from '#contract/staff-documents.ts';
import { ReasonModal } from '../../staff/ReasonModal.tsx';
import { useStaffAction } from '../../staff/use-staff-action.ts';
import type { StaffDocument } from './staff-document-columns.tsx';

/** Proposes to annul a document that its client has by EDM. */
export function AnnulDocumentModal({ document, onClose }: { document: StaffDocument; onClose: () => void }) {
  const action = useStaffAction(proposeAnnulment, { name: 'Аннулирование', refresh: [listStaffDocuments] });
  return (
    <ReasonModal
      title="Предложить аннулировать"
      submitLabel="Предложить"
      label="Причина, её прочитает клиент"
      missing="Укажите причину"
      deed={action}
      onSubmit={(reason) =>
        action.mutate({ params: { id: document.id }, body: { reason } }, { onSuccess: onClose })
      }
      onClose={onClose}
    >
      <p>
        «{document.title}», {document.company.title}. Портал отметит, что документ надо аннулировать, и клиент
        прочитает причину. Само предложение составляет и подписывает сотрудник с сертификатом, облачным или на
        носителе:
      </p>
      <ol>
        <li>откройте этот документ в кабинете оператора ЭДО;</li>
        <li>выберите «Аннулировать» и укажите ту же причину;</li>
        <li>подпишите предложение: портал узнает об этом сам.</li>
      </ol>
      <p>
        Файла предложения здесь нет: оператор составляет его при подписании, и подпись, сделанную отдельно,
        ему отсюда не передать. Документ аннулирован, когда клиент согласится.
      </p>
    </ReasonModal>
  );
}

import { proposeAnnulment } from '#contract/edm-annulment.ts';
import { listStaffDocuments } from '#contract/staff-documents.ts';
import { ReasonModal } from '../../staff/ReasonModal.tsx';
import { useStaffDeed } from '../../staff/use-staff-deed.ts';
import type { StaffDocument } from './staff-document-columns.tsx';

/** Proposes to annul a document that its client has by EDM. */
export function AnnulDocumentModal({ document, onClose }: { document: StaffDocument; onClose: () => void }) {
  const deed = useStaffDeed(proposeAnnulment, { name: 'Аннулирование', refresh: [listStaffDocuments] });
  return (
    <ReasonModal
      title="Предложить аннулировать"
      submitLabel="Предложить"
      label="Причина, её прочитает клиент"
      missing="Укажите причину"
      deed={deed}
      onSubmit={(reason) =>
        deed.mutate({ params: { id: document.id }, body: { reason } }, { onSuccess: onClose })
      }
      onClose={onClose}
    >
      <p>
        «{document.title}», {document.company.title}. Предложение подписывает сотрудник в кабинете оператора
        ЭДО: ключа подписи у портала нет. Документ аннулирован, когда клиент согласится.
      </p>
    </ReasonModal>
  );
}

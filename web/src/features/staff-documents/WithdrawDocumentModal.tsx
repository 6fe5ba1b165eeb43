import { listStaffDocuments, withdrawDocument } from '#contract/staff-documents.ts';
import { ReasonModal } from '../../staff/ReasonModal.tsx';
import { useStaffAction } from '../../staff/use-staff-action.ts';
import type { StaffDocument } from './staff-document-columns.tsx';

/** Withdraws a document, with a reason that its client reads. */
export function WithdrawDocumentModal({
  document,
  onClose,
}: {
  document: StaffDocument;
  onClose: () => void;
}) {
  const action = useStaffAction(withdrawDocument, { name: 'Отзыв документа', refresh: [listStaffDocuments] });
  return (
    <ReasonModal
      title="Отозвать документ"
      submitLabel="Отозвать"
      label="Причина, её прочитает клиент"
      missing="Укажите причину"
      deed={action}
      onSubmit={(reason) =>
        action.mutate({ params: { id: document.id }, body: { reason } }, { onSuccess: onClose })
      }
      onClose={onClose}
    >
      <p>
        «{document.title}», {document.company.title}. Клиент увидит, что документ отозван и почему, но открыть
        файл больше не сможет. Вернуть документ нельзя, можно опубликовать новый. Отзыв подтверждает второй
        сотрудник.
      </p>
    </ReasonModal>
  );
}

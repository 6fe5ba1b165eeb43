import { proposeAnnulment } from '#contract/papers/edm-annulment.ts';
import { listStaffDocuments, withdrawDocument } from '#contract/papers/staff-documents.ts';
import { defineReasonDialog } from '../../../staff/define-reason-dialog.tsx';
import type { StaffDocument } from './staff-document-columns.tsx';

/** Withdraws a document, with a reason that its client reads. */
export const WithdrawDocumentDialog = defineReasonDialog({
  title: 'Отозвать документ',
  submitLabel: 'Отозвать',
  label: 'Причина, её прочитает клиент',
  missing: 'Укажите причину',
  name: 'Отзыв документа',
  call: withdrawDocument,
  input: ({ id }: StaffDocument, reason) => ({ params: { id }, body: { reason } }),
  refresh: [listStaffDocuments],
  text: ({ title, company, replaces, kind }) => (
    <p>
      «{title}», {company.title}.{' '}
      {replaces !== null &&
        kind === 'upd' &&
        'Разница по УКД проведётся обратно, УПД снова станет действующим. '}
      Клиент увидит, что документ отозван и почему, но открыть файл больше не сможет. Вернуть документ нельзя;
      документ закрытого месяца можно сделать заново, с новым номером. Отзыв подтверждает второй сотрудник.
    </p>
  ),
});

/** Proposes to annul a document that its client has by EDM. */
export const AnnulDocumentDialog = defineReasonDialog({
  title: 'Предложить аннулировать',
  submitLabel: 'Предложить',
  label: 'Причина, её прочитает клиент',
  missing: 'Укажите причину',
  name: 'Аннулирование',
  call: proposeAnnulment,
  input: ({ id }: StaffDocument, reason) => ({ params: { id }, body: { reason } }),
  refresh: [listStaffDocuments],
  text: ({ title, company }) => (
    <>
      <p>
        «{title}», {company.title}. Портал отметит, что документ надо аннулировать, и клиент прочитает
        причину. Само предложение составляет и подписывает сотрудник с сертификатом, облачным или на носителе:
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
    </>
  ),
});

import { useState } from 'react';
import { assignPayment, listPayments } from '#contract/bank.ts';
import { newRequestKey } from '../../api/client.ts';
import { FormShell } from '../../forms/FormShell.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { Money } from '../../ui/Money.tsx';
import { TextField } from '../../ui/TextField.tsx';
import type { Payment } from './PaymentList.tsx';
import { useStaffDeed } from './use-staff-deed.ts';

/** Assigns a payment to a company's account; the matching's suggestion is filled in. */
export function AssignPaymentModal({ payment, onClose }: { payment: Payment; onClose: () => void }) {
  const [companyId, setCompanyId] = useState(String(payment.suggestion?.company_id ?? ''));
  const [invoiceId, setInvoiceId] = useState(String(payment.suggestion?.invoice_id ?? ''));
  const [requestKey] = useState(newRequestKey);
  const deed = useStaffDeed(assignPayment, { name: 'Зачисление платежа', refresh: [listPayments] });

  function assign() {
    const invoice = Number(invoiceId);
    const body = { company_id: Number(companyId), ...(invoice ? { invoice_id: invoice } : {}) };
    deed.mutate({ params: { id: payment.id }, body, requestKey }, { onSuccess: onClose });
  }

  return (
    <Modal opened onClose={onClose} title="Зачислить платёж" busy={deed.isPending}>
      <FormShell
        submitLabel="Зачислить"
        loading={deed.isPending}
        error={deed.error ? { message: deed.error.message } : null}
        disabledReason={/^\d+$/.test(companyId) ? null : 'Укажите номер компании'}
        onSubmit={assign}
      >
        <p>
          <Money value={payment.sum} size="title" /> от {payment.payer.name || 'неизвестного плательщика'}
          {payment.suggestion && `. Похоже на ${payment.suggestion.company}`}
        </p>
        <TextField
          label="Номер компании"
          inputMode="numeric"
          value={companyId}
          onChange={setCompanyId}
          autoFocus
        />
        <TextField
          label="Номер счёта в системе"
          optional
          inputMode="numeric"
          value={invoiceId}
          onChange={setInvoiceId}
        />
      </FormShell>
    </Modal>
  );
}

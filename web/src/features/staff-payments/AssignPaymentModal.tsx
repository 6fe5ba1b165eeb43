import { useState } from 'react';
import { assignPayment, listPayments } from '#contract/bank.ts';
import { FormShell } from '../../forms/FormShell.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { Money } from '../../ui/Money.tsx';
import { ClientChoice, NO_CLIENT, type Chosen } from './ClientChoice.tsx';
import type { Payment } from './PaymentList.tsx';
import { useStaffAction } from '../../staff/use-staff-action.ts';

/** Assigns a payment to a company's account; the matching's suggestion is filled in. */
export function AssignPaymentModal({ payment, onClose }: { payment: Payment; onClose: () => void }) {
  const { suggestion } = payment;
  const [chosen, setChosen] = useState<Chosen>(() =>
    suggestion
      ? {
          ...NO_CLIENT,
          id: String(suggestion.company_id),
          title: suggestion.company,
          invoiceId: String(suggestion.invoice_id ?? ''),
        }
      : NO_CLIENT,
  );
  const action = useStaffAction(assignPayment, { name: 'Зачисление платежа', refresh: [listPayments] });

  const { company_id: clientErrors, invoice_id: invoiceErrors } = action.error?.fields ?? {};

  function assign() {
    const invoice = Number(chosen.invoiceId);
    const body = { company_id: Number(chosen.id), ...(invoice ? { invoice_id: invoice } : {}) };
    action.mutate({ params: { id: payment.id }, body }, { onSuccess: onClose });
  }

  return (
    <Modal opened onClose={onClose} title="Зачислить платёж" busy={action.isPending}>
      <FormShell
        submitLabel="Зачислить"
        loading={action.isPending}
        error={action.error}
        ownFields={['company_id', 'invoice_id']}
        disabledReason={chosen.id === '' ? 'Выберите клиента' : null}
        onSubmit={assign}
      >
        <p>
          <Money value={payment.sum} size="title" /> от {payment.payer.name || 'неизвестного плательщика'}
          {suggestion && `. Похоже на ${suggestion.company}`}
        </p>
        <ClientChoice
          chosen={chosen}
          onChange={setChosen}
          search={suggestion?.company ?? ''}
          errors={{ client: clientErrors?.[0] ?? null, invoice: invoiceErrors?.[0] ?? null }}
        />
      </FormShell>
    </Modal>
  );
}

import { assignPayment, listPayments, type Payment } from '#contract/money/bank.ts';
import { FormModal } from '../../../forms/FormModal.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { Money } from '../../../ui/text/Money.tsx';
import { CLIENT_ON_WIRE, ClientChoice, NO_CLIENT, type ChosenClient } from './ClientChoice.tsx';
import { useStaffAction } from '../../../staff/use-staff-action.ts';

/** Assigns a payment to a company's account; the matching's suggestion is filled in. */
export function AssignPaymentModal({ payment, onClose }: { payment: Payment; onClose: () => void }) {
  const { suggestion } = payment;
  const form = useForm<{ client: ChosenClient; invoice: null }>({
    values: {
      invoice: null,
      client: suggestion
        ? {
            ...NO_CLIENT,
            id: String(suggestion.company_id),
            title: suggestion.company,
            invoiceId: String(suggestion.invoice_id ?? ''),
          }
        : NO_CLIENT,
    },
    wire: CLIENT_ON_WIRE,
  });
  const { client: chosen } = form.values;
  const action = useStaffAction(assignPayment, { name: 'Зачисление платежа', refresh: [listPayments] });

  function assign() {
    const invoice = Number(chosen.invoiceId);
    const body = { company_id: Number(chosen.id), ...(invoice ? { invoice_id: invoice } : {}) };
    action.mutate({ params: { id: payment.id }, body }, { onSuccess: onClose });
  }

  return (
    <FormModal
      form={form}
      submitLabel="Зачислить"
      action={action}
      disabledReason={chosen.id === '' ? 'Выберите клиента' : null}
      onSubmit={assign}
      title="Зачислить платёж"
      onClose={onClose}
    >
      <p>
        <Money value={payment.sum} size="title" /> от {payment.payer.name || 'неизвестного плательщика'}
        {suggestion && `. Похоже на ${suggestion.company}`}
      </p>
      <ClientChoice
        {...form.field('client')}
        invoiceError={form.field('invoice').error}
        search={suggestion?.company ?? ''}
      />
    </FormModal>
  );
}

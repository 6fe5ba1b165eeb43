import { correctPayment } from '#contract/money/corrections.ts';
import { listPayments, type Payment } from '#contract/money/bank.ts';
import { FormModal } from '../../../forms/FormModal.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { Money } from '../../../ui/text/Money.tsx';
import { TextArea } from '../../../ui/fields/TextField.tsx';
import { CLIENT_ON_WIRE, ClientChoice, NO_CLIENT, type ChosenClient } from './ClientChoice.tsx';
import { useStaffAction } from '../../../staff/use-staff-action.ts';
import { formatInvoices } from './payment-states.ts';

/** Reverses a payment that was credited by mistake. It shows beforehand what will happen to the money. */
export function CorrectPaymentModal({ payment, onClose }: { payment: Payment; onClose: () => void }) {
  const form = useForm({ values: { client: NO_CLIENT, invoice: null, reason: '' }, wire: CLIENT_ON_WIRE });
  const { client: chosen, reason } = form.values;
  const action = useStaffAction(correctPayment, { name: 'Исправление зачисления', refresh: [listPayments] });

  function correct() {
    const body = {
      reason,
      ...(chosen.id ? { company_id: Number(chosen.id) } : {}),
      ...(chosen.invoiceId ? { invoice_id: Number(chosen.invoiceId) } : {}),
    };
    action.mutate({ params: { id: payment.id }, body }, { onSuccess: onClose });
  }

  return (
    <FormModal
      form={form}
      submitLabel="Предложить"
      action={action}
      disabledReason={reason.trim() ? null : 'Укажите основание'}
      onSubmit={correct}
      title="Исправить зачисление"
      onClose={onClose}
    >
      <p>
        <Money value={payment.sum} size="title" /> сейчас у клиента {payment.company?.title}
        {`, ${formatInvoices(payment.invoices)}`}.
      </p>
      <p>{describeEffect(payment, chosen)} Исправление подтвердит другой сотрудник.</p>
      <ClientChoice
        {...form.field('client')}
        invoiceError={form.field('invoice').error}
        none="Пока неизвестно"
      />
      <TextArea label="Основание, останется в журнале" {...form.field('reason')} rows={2} />
    </FormModal>
  );
}

function describeEffect({ company }: Payment, chosen: ChosenClient): string {
  if (company && Number(chosen.id) === company.id)
    return 'Деньги останутся на месте: изменится только то, какой счёт ими оплачен.';
  const back = 'Деньги уйдут со счёта клиента встречной проводкой, обе строки останутся в его акте сверки.';
  return chosen.id
    ? `${back} Потом они поступят клиенту ${chosen.title}.`
    : `${back} Платёж вернётся на разбор, пока не станет ясно, чей он.`;
}

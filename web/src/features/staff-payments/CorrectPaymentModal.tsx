import { useState } from 'react';
import { correctPayment } from '#contract/corrections.ts';
import { listPayments } from '#contract/bank.ts';
import { FormShell } from '../../forms/FormShell.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { Money } from '../../ui/Money.tsx';
import { TextArea } from '../../ui/TextField.tsx';
import { ClientChoice, NO_CLIENT, type Chosen } from './ClientChoice.tsx';
import type { Payment } from './PaymentList.tsx';
import { useStaffAction } from '../../staff/use-staff-action.ts';

/** Reverses a payment that was credited by mistake. It shows beforehand what will happen to the money. */
export function CorrectPaymentModal({ payment, onClose }: { payment: Payment; onClose: () => void }) {
  const [chosen, setChosen] = useState<Chosen>(NO_CLIENT);
  const [reason, setReason] = useState('');
  const action = useStaffAction(correctPayment, { name: 'Исправление зачисления', refresh: [listPayments] });
  const { company_id: companyErrors, invoice_id: invoiceErrors } = action.error?.fields ?? {};

  function correct() {
    const body = {
      reason,
      ...(chosen.id ? { company_id: Number(chosen.id) } : {}),
      ...(chosen.invoiceId ? { invoice_id: Number(chosen.invoiceId) } : {}),
    };
    action.mutate({ params: { id: payment.id }, body }, { onSuccess: onClose });
  }

  return (
    <Modal opened onClose={onClose} title="Исправить зачисление" busy={action.isPending}>
      <FormShell
        submitLabel="Предложить"
        loading={action.isPending}
        error={action.error}
        ownFields={['company_id', 'invoice_id']}
        disabledReason={reason.trim() ? null : 'Укажите основание'}
        onSubmit={correct}
      >
        <p>
          <Money value={payment.sum} size="title" /> сейчас у клиента {payment.company?.title}
          {payment.invoice ? `, счёт ${payment.invoice.number}` : ', без счёта'}.
        </p>
        <p>{whatHappens(payment, chosen)} Исправление подтвердит другой сотрудник.</p>
        <ClientChoice
          chosen={chosen}
          onChange={setChosen}
          none="Пока неизвестно"
          errors={{ client: companyErrors?.[0] ?? null, invoice: invoiceErrors?.[0] ?? null }}
        />
        <TextArea label="Основание, останется в журнале" value={reason} onChange={setReason} rows={2} />
      </FormShell>
    </Modal>
  );
}

function whatHappens({ company }: Payment, chosen: Chosen): string {
  if (company && Number(chosen.id) === company.id)
    return 'Деньги останутся на месте: изменится только то, какой счёт ими оплачен.';
  const back = 'Деньги уйдут со счёта клиента встречной проводкой, обе строки останутся в его акте сверки.';
  return chosen.id
    ? `${back} Потом они поступят клиенту ${chosen.title}.`
    : `${back} Платёж вернётся на разбор, пока не станет ясно, чей он.`;
}

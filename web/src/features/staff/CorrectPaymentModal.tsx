import { useState } from 'react';
import { correctPayment } from '#contract/corrections.ts';
import { listPayments } from '#contract/bank.ts';
import { newRequestKey } from '../../api/client.ts';
import { FormShell } from '../../forms/FormShell.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { Money } from '../../ui/Money.tsx';
import { TextArea, TextField } from '../../ui/TextField.tsx';
import type { Payment } from './PaymentList.tsx';
import { useStaffDeed } from './use-staff-deed.ts';

/** Reverses a payment that was credited by mistake; tells beforehand what will happen to the money. */
export function CorrectPaymentModal({ payment, onClose }: { payment: Payment; onClose: () => void }) {
  const [companyId, setCompanyId] = useState('');
  const [invoiceId, setInvoiceId] = useState('');
  const [reason, setReason] = useState('');
  const [requestKey] = useState(newRequestKey);
  const deed = useStaffDeed(correctPayment, { name: 'Исправление зачисления', refresh: [listPayments] });
  const { company_id: companyErrors, invoice_id: invoiceErrors, ...fields } = deed.error?.fields ?? {};

  function correct() {
    const body = {
      reason,
      ...(companyId ? { company_id: Number(companyId) } : {}),
      ...(invoiceId ? { invoice_id: Number(invoiceId) } : {}),
    };
    deed.mutate({ params: { id: payment.id }, body, requestKey }, { onSuccess: onClose });
  }

  return (
    <Modal opened onClose={onClose} title="Исправить зачисление" busy={deed.isPending}>
      <FormShell
        submitLabel="Исправить"
        loading={deed.isPending}
        error={
          deed.error ? { message: companyErrors || invoiceErrors ? null : deed.error.message, fields } : null
        }
        disabledReason={problemOf({ companyId, invoiceId, reason })}
        onSubmit={correct}
      >
        <p>
          <Money value={payment.sum} size="title" /> сейчас у клиента № {payment.company?.id}{' '}
          {payment.company?.title}
          {payment.invoice ? `, счёт ${payment.invoice.number}` : ', без счёта'}.
        </p>
        <p>{whatHappens(payment, companyId)}</p>
        <TextField
          label="Номер компании, чей это платёж"
          optional
          inputMode="numeric"
          value={companyId}
          onChange={setCompanyId}
          error={companyErrors?.[0] ?? null}
          autoFocus
        />
        <TextField
          label="Номер счёта в системе"
          optional
          inputMode="numeric"
          value={invoiceId}
          onChange={setInvoiceId}
          error={invoiceErrors?.[0] ?? null}
        />
        <TextArea label="Основание, останется в журнале" value={reason} onChange={setReason} rows={2} />
      </FormShell>
    </Modal>
  );
}

function whatHappens({ company }: Payment, companyId: string): string {
  if (company && Number(companyId) === company.id)
    return 'Деньги останутся на месте: изменится только то, какой счёт ими оплачен.';
  const back = 'Деньги уйдут со счёта клиента встречной проводкой, обе строки останутся в его акте сверки.';
  return companyId
    ? `${back} Потом они поступят компании № ${companyId}.`
    : `${back} Платёж вернётся на разбор, пока не станет ясно, чей он.`;
}

function problemOf(said: { companyId: string; invoiceId: string; reason: string }): string | null {
  if (said.companyId && !/^\d+$/.test(said.companyId)) return 'Номер компании пишется цифрами';
  if (said.invoiceId && !/^\d+$/.test(said.invoiceId)) return 'Номер счёта пишется цифрами';
  return said.reason.trim() ? null : 'Укажите основание';
}

import { useState } from 'react';
import { assignPayment, listPayments, type Payment } from '#contract/money/bank.ts';
import { FormModal } from '../../../forms/FormModal.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { formatMoney } from '../../../lib/format.ts';
import { useSecondPerson } from '../../../staff/use-second-person.ts';
import { useStaffAction } from '../../../staff/use-staff-action.ts';
import { Button } from '../../../ui/Button.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { Money } from '../../../ui/text/Money.tsx';
import { ClientChoice, NO_CLIENT, type ChosenClient } from './ClientChoice.tsx';
import { InvoiceShares, SHARED_TOO_MUCH } from './InvoiceShares.tsx';
import { getRest, planShares, toParts, type Shares } from './share-plan.ts';

/**
 * Assigns a payment to a company's account and divides it among the company's invoices. The matching's suggestion and
 * the invoices that the purpose names are filled in.
 */
export function AssignPaymentModal({ payment, onClose }: { payment: Payment; onClose: () => void }) {
  const { suggestion } = payment;
  const [search, setSearch] = useState(suggestion?.company ?? '');
  const form = useForm<{ client: ChosenClient; shares: Shares }>({
    values: {
      client: suggestion
        ? { ...NO_CLIENT, id: String(suggestion.company_id), title: suggestion.company }
        : NO_CLIENT,
      shares: suggestion ? planShares(payment, suggestion.company_id) : {},
    },
    wire: { client: 'company_id', shares: 'invoices' },
  });
  const { client: chosen, shares } = form.values;
  const sharesField = form.field('shares');
  const secondPerson = useSecondPerson(payment.sum);
  const action = useStaffAction(assignPayment, { name: 'Зачисление платежа', refresh: [listPayments] });

  function choose(client: ChosenClient) {
    form.set(
      client.id === chosen.id ? { client } : { client, shares: planShares(payment, Number(client.id)) },
    );
  }

  return (
    <FormModal
      form={form}
      submitLabel={`Зачислить ${formatMoney(payment.sum)}`}
      action={action}
      disabledReason={findProblem(payment, chosen, shares)}
      onSubmit={() =>
        action.mutate(
          { params: { id: payment.id }, body: { company_id: Number(chosen.id), ...toParts(shares) } },
          { onSuccess: onClose },
        )
      }
      title="Зачислить платёж"
      onClose={onClose}
    >
      <p>
        <Money value={payment.sum} size="title" /> от {payment.payer.name || 'неизвестного плательщика'}
        {suggestion && `. Похоже на ${suggestion.company}`}
      </p>
      <NamedCompanies
        payment={payment}
        chosenId={Number(chosen.id)}
        onChoose={({ company, number }) => {
          choose({ ...NO_CLIENT, id: String(company.id), title: company.title });
          setSearch(number);
        }}
      />
      <ClientChoice
        {...form.field('client')}
        onChange={choose}
        invoiceError={null}
        search={search}
        showInvoices={(invoices) => (
          <InvoiceShares key={chosen.id} payment={payment} invoices={invoices} {...sharesField} />
        )}
      />
      {secondPerson && <Notice>{secondPerson}</Notice>}
    </FormModal>
  );
}

function findProblem(payment: Payment, { id }: ChosenClient, shares: Shares): string | null {
  if (id === '') return 'Выберите клиента';
  return getRest(payment, shares) < 0 ? SHARED_TOO_MUCH : null;
}

type NamedInvoice = Payment['named_invoices'][number];

type NamedCompaniesProps = {
  payment: Payment;
  chosenId: number;
  onChoose: (invoice: NamedInvoice) => void;
};

/** Offers the companies whose invoices the purpose names, besides the suggested one. */
function NamedCompanies({ payment, chosenId, onChoose }: NamedCompaniesProps) {
  const byCompany = Map.groupBy(payment.named_invoices, ({ company }) => company.id);
  return [...byCompany].map(([companyId, invoices]) => {
    const [first] = invoices;
    if (!first || companyId === payment.suggestion?.company_id) return null;
    const numbers = invoices.map(({ number }) => number).join(', ');
    return (
      <Notice
        key={companyId}
        action={
          <Button
            size="small"
            disabledReason={companyId === chosenId ? 'Клиент уже выбран' : null}
            onClick={() => onChoose(first)}
          >
            Выбрать
          </Button>
        }
      >
        {`В назначении ${invoices.length > 1 ? 'счета' : 'счёт'} ${numbers} клиента ${first.company.title}`}
      </Notice>
    );
  });
}

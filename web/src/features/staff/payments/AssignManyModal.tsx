import { useState } from 'react';
import { assignPayment, listPayments, type Payment } from '#contract/money/bank.ts';
import { countQueues } from '#contract/backoffice/queues.ts';
import { listApprovals } from '#contract/identity/approvals.ts';
import { useCustomAction } from '../../../actions/use-endpoint-action.ts';
import { FormShell } from '../../../forms/FormShell.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { formatMoney } from '../../../lib/format.ts';
import { Button } from '../../../ui/Button.tsx';
import { Modal } from '../../../ui/layers/Modal.tsx';
import { Stack } from '../../../ui/Stack.tsx';
import { StatusLabel } from '../../../ui/text/StatusLabel.tsx';
import { assignMany, type AssignOutcome, type Line } from './assign-many.ts';
import { ClientChoice, NO_CLIENT, type ChosenClient } from './ClientChoice.tsx';
import { planShares } from './share-plan.ts';
import styles from '../../../staff/FoundList.module.css';

type Props = { payments: readonly Payment[]; onClose: () => void };

/**
 * Credits several payments: each to its suggested client, the others to one client of the user's choice, or to no client.
 * Then it shows the outcome of each.
 */
export function AssignManyModal({ payments: selected, onClose }: Props) {
  // The list leaves out what has been credited; the dialogue shows it to the end.
  const [payments] = useState(selected);
  const form = useForm<{ client: ChosenClient }>({ values: { client: NO_CLIENT } });
  const { client } = form.values;
  const action = useCustomAction(
    assignPayment.name,
    (input: { lines: readonly Line[] }, requestKey) => assignMany(input.lines, requestKey),
    {
      refresh: [listPayments, countQueues, listApprovals],
      answersFirst: true,
      left: { done: { title: 'Платежи зачислены' }, failed: 'Платежи не зачислены' },
    },
  );
  const unclear = payments.filter((payment) => isUnclear(payment));
  const lines = payments.flatMap((payment): Line[] => {
    const companyId = payment.suggestion?.company_id ?? Number(client.id);
    if (payment.look_alikes.length > 0 || !companyId) return [];
    return [{ paymentId: payment.id, companyId, shares: planShares(payment, companyId) }];
  });
  const total = payments
    .filter(({ id }) => lines.some(({ paymentId }) => paymentId === id))
    .reduce((sum, payment) => sum + payment.sum, 0);

  return (
    <Modal opened onClose={onClose} title="Зачислить платежи" size="wide" busy={action.isPending}>
      {action.data ? (
        <Stack>
          <PaymentLines payments={payments} describe={(id) => <Outcome outcome={action.data.get(id)} />} />
          <Button variant="primary" onClick={onClose}>
            Закрыть
          </Button>
        </Stack>
      ) : (
        <FormShell
          form={form}
          submitLabel={`Зачислить ${lines.length} на ${formatMoney(total)}`}
          action={action}
          disabledReason={lines.length === 0 ? 'Выберите клиента' : null}
          onSubmit={() => action.mutate({ lines })}
        >
          <PaymentLines
            payments={payments}
            describe={(id) =>
              describePlan(
                payments.find((payment) => payment.id === id),
                client,
              )
            }
          />
          {unclear.length > 0 && (
            <ClientChoice
              {...form.field('client')}
              invoiceError={null}
              withoutInvoice
              none="Оставить на разборе"
            />
          )}
        </FormShell>
      )}
    </Modal>
  );
}

function isUnclear({ suggestion, look_alikes: lookAlikes }: Payment): boolean {
  return !suggestion && lookAlikes.length === 0;
}

function describePlan(payment: Payment | undefined, client: ChosenClient): string {
  if (!payment) return '';
  if (payment.look_alikes.length > 0) return 'Похож на другой платёж: сравните его в списке';
  if (payment.suggestion) return payment.suggestion.company;
  return client.id ? client.title : 'Останется на разборе';
}

type LinesProps = { payments: readonly Payment[]; describe: (id: number) => React.ReactNode };

function PaymentLines({ payments, describe }: LinesProps) {
  return (
    <ul className={styles.found} aria-label="Платежи">
      {payments.map(({ id, number, payer, sum }) => (
        <li key={id}>
          <span>{`№\u00a0${number}, ${payer.name || 'Не указан'}, ${formatMoney(sum)}`}</span>
          <span className={styles.quiet}>{describe(id)}</span>
        </li>
      ))}
    </ul>
  );
}

function Outcome({ outcome }: { outcome: AssignOutcome | undefined }) {
  if (!outcome) return 'Остался на разборе';
  if (outcome.kind === 'refused') return <StatusLabel tone="stop">{outcome.message}</StatusLabel>;
  if (outcome.kind === 'held') return <StatusLabel tone="wait">Ждёт второго сотрудника</StatusLabel>;
  return <StatusLabel tone="go">{`Зачислен: ${outcome.company}`}</StatusLabel>;
}

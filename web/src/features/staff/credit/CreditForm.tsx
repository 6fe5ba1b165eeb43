import { listCreditChanges, listCredits, type ClientCredit } from '#contract/money/credits.ts';
import { readMoney } from '#contract/kopecks.ts';
import { setCredit } from '#contract/backoffice/staff.ts';
import { FormShell } from '../../../forms/FormShell.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { formatMoney, formatNumber } from '../../../lib/format.ts';
import { useStaffAction } from '../../../staff/use-staff-action.ts';
import { useProposals } from '../../../staff/use-proposals.ts';
import { WaitingApprovals } from '../../../staff/WaitingApprovals.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { TextArea, TextField } from '../../../ui/fields/TextField.tsx';

const MAX_DIGITS = 11;

/** Terms of a client's credit. When the limit goes below the used credit, the form shows the consequences. */
export function CreditForm({ client, onDone }: { client: ClientCredit; onDone?: (() => void) | undefined }) {
  const form = useForm({
    values: {
      creditSum: formatNumber(client.creditSum, 2),
      creditDaysForPayment: String(client.creditDaysForPayment),
      creditDaysWithoutPayment: String(client.creditDaysWithoutPayment),
      reason: '',
    },
  });
  const { creditSum: sum, creditDaysForPayment: days, creditDaysWithoutPayment: more, reason } = form.values;
  const action = useStaffAction(setCredit, { name: 'Кредит', refresh: [listCredits, listCreditChanges] });
  const read = readMoney(sum, MAX_DIGITS);
  const limit = read.ok ? read.kopecks / 100 : null;
  const waiting = useProposals('client', 'staff.handleMoney', client.id).waiting({}, setCredit);
  const isMore =
    (limit ?? 0) > client.creditSum ||
    Number(days) > client.creditDaysForPayment ||
    Number(more) > client.creditDaysWithoutPayment;
  const proposed =
    waiting.length > 0 && isMore ? 'Больший кредит уже предложен и ждёт второго сотрудника' : null;
  return (
    <FormShell
      form={form}
      submitLabel={limit === null ? 'Сохранить кредит' : `Сохранить кредит ${formatMoney(limit)}`}
      action={action}
      disabledReason={read.ok ? proposed : read.message}
      onSubmit={() =>
        action.mutate(
          {
            params: { id: client.id },
            body: { creditSum: sum, creditDaysForPayment: days, creditDaysWithoutPayment: more, reason },
          },
          { onSuccess: () => onDone?.() },
        )
      }
    >
      <WaitingApprovals approvals={waiting} />
      <TextField
        label="Лимит"
        help="Насколько нераспределённые средства могут уйти ниже нуля. Ноль — без кредита"
        inputMode="decimal"
        suffix="₽"
        {...form.field('creditSum')}
        autoComplete="off"
      />
      {limit !== null && limit < client.used && (
        <Notice tone="warn">
          Использовано {formatMoney(client.used)}, это больше нового лимита. Назад ничего не списывается:
          клиент не сможет распоряжаться деньгами, пока не вернёт {formatMoney(client.used - limit)}.
        </Notice>
      )}
      <TextField
        label="Срок оплаты, дней"
        help="Ноль — без срока"
        inputMode="numeric"
        {...form.field('creditDaysForPayment')}
        autoComplete="off"
      />
      <TextField
        label="Дней работы без оплаты после срока"
        inputMode="numeric"
        {...form.field('creditDaysWithoutPayment')}
        autoComplete="off"
      />
      <TextArea label="Основание, останется в журнале" {...form.field('reason')} rows={2} />
    </FormShell>
  );
}

import { useMemo, useState } from 'react';
import { TASK_OWNER_FILTERS, type TaskOwnerFilter } from '#contract/backoffice/tasks.ts';
import { PAYMENT_SORTS, type Payment, assignPayment, listPayments } from '#contract/money/bank.ts';
import { useSearchParams } from 'react-router';
import { PeriodFields } from '../../../forms/days/PeriodFields.tsx';
import { usePeriod } from '../../../forms/days/use-period.ts';
import { offeredValue, parseDay, parsePage } from '../../../lib/read-address.ts';
import { PagedStaffTable } from '../../../staff/StaffTable.tsx';
import { TaskBar } from '../../../staff/TaskBar.tsx';
import { useMay } from '../../../staff/use-may.ts';
import { useProposals } from '../../../staff/use-proposals.ts';
import { taskFilters, useTasks } from '../../../staff/use-tasks.ts';
import { readPages } from '../../../state/read-pages.ts';
import { useRead } from '../../../state/use-call.ts';
import { useWriteAddress } from '../../../state/use-write-address.ts';
import { FilterBar } from '../../../tables/FilterBar.tsx';
import { SearchField } from '../../../tables/SearchField.tsx';
import { useRowSelection } from '../../../tables/use-row-selection.ts';
import { Button } from '../../../ui/Button.tsx';
import { Stack } from '../../../ui/Stack.tsx';
import { LoadError } from '../../../ui/states/LoadError.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { TableSkeleton } from '../../../ui/states/Skeleton.tsx';
import { useDialogs } from '../../../ui/use-dialogs.tsx';
import { AssignManyModal } from './AssignManyModal.tsx';
import { AssignPaymentModal } from './AssignPaymentModal.tsx';
import { ComparePaymentsModal } from './ComparePaymentsModal.tsx';
import { CorrectPaymentModal } from './CorrectPaymentModal.tsx';
import { BookRefundDialog, UndoRefundDialog } from './network-refund-dialogs.tsx';
import { paymentColumns } from './payment-columns.tsx';
import { isTask, PAYMENT_STATES } from './payment-states.ts';
import styles from './PaymentList.module.css';

const MAX_SEARCH_LENGTH = 100;
const SORTS = PAYMENT_SORTS.flatMap((key) => [key, `-${key}`]);
const FORMS = ['платёж', 'платежа', 'платежей'] as const;

/** Incoming payments; those on review are assigned by hand, also several at once. */
export function PaymentList() {
  const write = useWriteAddress();
  const { show, dialog } = useDialogs();
  const [comparing, setComparing] = useState<Payment | null>(null);
  const proposals = useProposals('payment', 'staff.handleMoney');
  const mayHandle = useMay('staff.handleMoney');
  const tasks = useTasks('payment');
  const { act } = tasks;
  const columns = useMemo(
    () =>
      paymentColumns({
        act: {
          assign: (item) => show((onClose) => <AssignPaymentModal payment={item} onClose={onClose} />),
          compare: setComparing,
          correct: (item) => show((onClose) => <CorrectPaymentModal payment={item} onClose={onClose} />),
          bookRefund: (item) => show((onClose) => <BookRefundDialog item={item} onClose={onClose} />),
          undoRefund: (item) => show((onClose) => <UndoRefundDialog item={item} onClose={onClose} />),
        },
        tasks: act,
        proposals,
        mayHandle,
      }),
    [act, mayHandle, proposals, show],
  );
  const { query, page, period, filters } = usePaymentFilters();
  const payments = useRead(listPayments, { query: { ...query, page } }, { keepPrevious: true });
  const listed = useMemo(() => payments.data?.data.map(({ id }) => id) ?? [], [payments.data]);
  const { selection, selected } = useRowSelection(listed);
  const chosen = (payments.data?.data ?? [])
    .filter(({ id }) => selected.includes(id))
    .map((item) => ({ ...item, isTask: isTask(item) }));
  const open = chosen.filter((item) => item.isTask);

  if (!payments.data && payments.error)
    return <LoadError onReload={() => void payments.refetch()} message={payments.error.message} />;
  return (
    <Stack>
      <FilterBar
        label="Поиск и фильтры платежей"
        first={
          <SearchField
            label="Поиск платежей"
            placeholder="ИНН, сумма"
            value={query.q ?? ''}
            onChange={(next) => write({ q: next || null, page: null })}
          />
        }
        line
        tools={
          <div className={styles.period}>
            <PeriodFields period={period} />
          </div>
        }
        fields={filters}
      />
      {tasks.error && <Notice tone="error">{tasks.error.message}</Notice>}
      {!payments.data && <TableSkeleton columns={5} />}
      {payments.data && (
        <PagedStaffTable
          list="payments"
          caption="Входящие платежи"
          columns={columns}
          answer={payments.data}
          rowKey={(item) => item.id}
          all={() => readPages(listPayments, { query })}
          empty={
            isFiltered(query)
              ? { title: 'Ничего не найдено', text: 'Измените поиск или фильтры.' }
              : { title: 'Платежей нет', text: 'Загрузите выписку, и поступления появятся здесь.' }
          }
          {...(mayHandle && { selection })}
          nameRow={({ number, payer }) => `платёж № ${number}, ${payer.name}`}
          fit
        />
      )}
      <TaskBar
        label="Выбранные платежи"
        forms={FORMS}
        chosen={chosen}
        tasks={tasks}
        onNone={() => selection.chooseAll(selected, false)}
      >
        {open.length > 0 && (
          <Button
            size="small"
            variant="primary"
            onClick={() => show((onClose) => <AssignManyModal payments={open} onClose={onClose} />)}
          >
            {`Зачислить ${open.length}`}
          </Button>
        )}
      </TaskBar>
      {comparing && (
        <ComparePaymentsModal
          payment={comparing}
          creditProblem={proposals.problem(assignPayment, comparing.id)}
          onCredit={() => {
            setComparing(null);
            show((onClose) => <AssignPaymentModal payment={comparing} onClose={onClose} />);
          }}
          onClose={() => setComparing(null)}
        />
      )}
      {dialog}
    </Stack>
  );
}

/** The filters of the list, in the address. */
function usePaymentFilters() {
  const [search] = useSearchParams();
  const write = useWriteAddress();
  const state = offeredValue(search.get('state'), Object.keys(PAYMENT_STATES));
  const owner = offeredValue(search.get('owner'), TASK_OWNER_FILTERS);
  const sort = offeredValue(search.get('sort'), SORTS);
  const q = search.get('q')?.slice(0, MAX_SEARCH_LENGTH) ?? '';
  const days = { dateFrom: parseDay(search.get('from')), dateTo: parseDay(search.get('to')) };
  const period = usePeriod(days, ({ dateFrom, dateTo }) => write({ from: dateFrom, to: dateTo, page: null }));
  // The oldest payment has waited longest, so it is decided first.
  const isOldestFirst = state === 'review';
  return {
    query: {
      ...(q && { q }),
      from: days.dateFrom,
      to: days.dateTo,
      // A payment that only its purpose made a refund waits for a person as well.
      state:
        state === 'review' ? ('waiting' as const) : ((state || undefined) as Payment['state'] | undefined),
      owner: (owner || undefined) as TaskOwnerFilter | undefined,
      // The contract reads the order from its written form.
      sort: (sort || (isOldestFirst ? 'date' : undefined)) as never,
    },
    period,
    page: parsePage(search.get('page')),
    filters: [
      {
        key: 'state',
        label: 'Состояние',
        all: 'Все платежи',
        value: state,
        options: Object.entries(PAYMENT_STATES).map(([value, { title }]) => ({ value, label: title })),
        onChange: (value: string) => write({ state: value || null, page: null }),
      },
      ...taskFilters({ owner, sort }, write, { isOldestFirst }),
    ],
  };
}

function isFiltered({ q, from, to, state, owner }: ReturnType<typeof usePaymentFilters>['query']): boolean {
  return Boolean(q || from || to || state || owner);
}

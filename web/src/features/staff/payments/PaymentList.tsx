import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { PAYMENT_SORTS, type Payment, assignPayment, listPayments } from '#contract/money/bank.ts';
import { correctPayment } from '#contract/money/corrections.ts';
import { offeredValue, parsePage } from '../../../lib/read-address.ts';
import { readPages } from '../../../state/read-pages.ts';
import { useRead } from '../../../state/use-call.ts';
import { Button } from '../../../ui/Button.tsx';
import { DateText } from '../../../ui/text/DateText.tsx';
import { LoadError } from '../../../ui/states/LoadError.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { TableSkeleton } from '../../../ui/states/Skeleton.tsx';
import { Row, Stack } from '../../../ui/Stack.tsx';
import { StatusLabel } from '../../../ui/text/StatusLabel.tsx';
import { SearchField } from '../../../tables/SearchField.tsx';
import { dateColumn, sumColumn } from '../../../tables/usual-columns.tsx';
import type { Column } from '../../../tables/column.ts';
import { PagedStaffTable } from '../../../staff/StaffTable.tsx';
import { useProposals, type Proposals } from '../../../staff/use-proposals.ts';
import { WaitingApprovals } from '../../../staff/WaitingApprovals.tsx';
import { useDialogs } from '../../../ui/use-dialogs.tsx';
import { AssignPaymentModal } from './AssignPaymentModal.tsx';
import { ComparePaymentsModal } from './ComparePaymentsModal.tsx';
import { CorrectPaymentModal } from './CorrectPaymentModal.tsx';
import { PAYMENT_STATES } from './payment-states.ts';
import { useWriteAddress } from '../../../state/use-write-address.ts';
import { TwoLines } from '../../../tables/TwoLines.tsx';
import styles from '../../../staff/StaffList.module.css';

const MAX_SEARCH_LENGTH = 100;
const SORTS = PAYMENT_SORTS.flatMap((key) => [key, `-${key}`]);

/** Incoming payments; those on review are assigned by hand. */
export function PaymentList() {
  const [search] = useSearchParams();
  const write = useWriteAddress();
  const { show, dialog } = useDialogs();
  const [comparing, setComparing] = useState<Payment | null>(null);
  const proposals = useProposals('payment', 'staff.handleMoney');
  const listed = useMemo(
    () =>
      columns(
        {
          assign: (item) => show((onClose) => <AssignPaymentModal payment={item} onClose={onClose} />),
          compare: setComparing,
          correct: (item) => show((onClose) => <CorrectPaymentModal payment={item} onClose={onClose} />),
        },
        proposals,
      ),
    [proposals, show],
  );
  const state = (Object.keys(PAYMENT_STATES) as Payment['state'][]).find(
    (key) => key === search.get('state'),
  );
  const sort = offeredValue(search.get('sort'), SORTS) || undefined;
  // The contract reads the order from its written form.
  // What only the words of its purpose made a refund waits for a person as well.
  const q = search.get('q')?.slice(0, MAX_SEARCH_LENGTH) ?? '';
  const query = {
    ...(q && { q }),
    state: state === 'review' ? ('waiting' as const) : state,
    sort: sort as never,
  };
  const payments = useRead(
    listPayments,
    { query: { ...query, page: parsePage(search.get('page')) } },
    { keepPrevious: true },
  );

  if (!payments.data && payments.error)
    return <LoadError onReload={() => void payments.refetch()} message={payments.error.message} />;
  return (
    <Stack>
      <Row>
        <SearchField
          wide
          label="Поиск платежей"
          placeholder="Номер, плательщик, ИНН, сумма"
          value={q}
          onChange={(next) => write({ q: next || null, page: null })}
        />
        <Select
          label="Состояние"
          className={styles.filter}
          value={state ?? 'all'}
          onChange={(value) => write({ state: value === 'all' ? null : value, page: null })}
          options={[
            { value: 'all', label: 'Все платежи' },
            ...Object.entries(PAYMENT_STATES).map(([value, { title }]) => ({ value, label: title })),
          ]}
        />
      </Row>
      {!payments.data && <TableSkeleton columns={5} />}
      {payments.data && (
        <PagedStaffTable
          list="payments"
          caption="Входящие платежи"
          columns={listed}
          answer={payments.data}
          rowKey={(item) => item.id}
          all={() => readPages(listPayments, { query })}
          empty={{ title: 'Платежей нет', words: 'Загрузите выписку, и поступления появятся здесь.' }}
        />
      )}
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

type Act = Record<'assign' | 'compare' | 'correct', (payment: Payment) => void>;

function columns(act: Act, proposals: Proposals): readonly Column<Payment>[] {
  return [
    dateColumn({ key: 'date', header: 'Дата', value: (item) => item.date }),
    {
      key: 'payer',
      header: 'Плательщик',
      narrow: 'title',
      fixed: true,
      value: (item) => item.payer.name,
      cell: (item) => (
        <TwoLines below={`ИНН\u00a0${item.payer.inn || 'нет'}, ${formatDocument(item)}`}>
          {item.payer.name || 'Не указан'}
        </TwoLines>
      ),
    },
    {
      key: 'purpose',
      header: 'Назначение',
      narrow: 'plain',
      unsorted: true,
      value: (item) => item.purpose,
      cell: (item) => (
        <span className={styles.lines}>
          <span className={styles.purpose}>{item.purpose}</span>
          {item.note && <span className={styles.quiet}>{item.note}</span>}
          {item.correction && (
            <span className={styles.quiet}>
              Исправлено <DateText value={item.correction.at} />:{' '}
              {`было у ${item.correction.company.title}, ${formatInvoice(item.correction)}. ${item.correction.reason}`}
            </span>
          )}
        </span>
      ),
    },
    {
      key: 'state',
      header: 'Состояние',
      narrow: 'second',
      unsorted: true,
      value: stateTitle,
      cell: (item) => (
        <span className={styles.lines}>
          <StatusLabel tone={PAYMENT_STATES[item.state].tone}>{stateTitle(item)}</StatusLabel>
          <WaitingApprovals approvals={proposals.waiting(item.id)} />
        </span>
      ),
    },
    sumColumn(),
    {
      key: 'action',
      header: 'Действие',
      headerHidden: true,
      narrow: 'plain',
      cell: (item) =>
        item.state === 'review' || item.state === 'refund' || item.state === 'duplicate' ? (
          // A payment that resembles another one is compared with it before it is credited.
          item.look_alikes.length > 0 ? (
            <Button size="small" onClick={() => act.compare(item)}>
              Сравнить
            </Button>
          ) : (
            <Button
              size="small"
              onClick={() => act.assign(item)}
              disabledReason={proposals.problem(assignPayment, item.id)}
            >
              Зачислить
            </Button>
          )
        ) : (
          <span className={styles.placed}>
            <span className={styles.quiet}>{item.company?.title}</span>
            <span className={styles.quiet}>{formatInvoice(item)}</span>
            <Button
              size="small"
              variant="quiet"
              aria-label="Исправить зачисление"
              onClick={() => act.correct(item)}
              disabledReason={proposals.problem(correctPayment, item.id)}
            >
              Исправить
            </Button>
          </span>
        ),
    },
  ];
}

function stateTitle({ state, unconfirmed }: Payment): string {
  return state === 'review' && unconfirmed ? 'Банк не подтверждает' : PAYMENT_STATES[state].title;
}

/** A payment by СБП has no document, but the bank's own name of the movement. */
function formatDocument({ kind, number }: Payment): string {
  return kind === 'sbp' ? `СБП, операция\u00a0${number}` : `документ №\u00a0${number}`;
}

/** The invoice in the payment's note was decided when the payment was loaded, and may have been corrected since. */
function formatInvoice({ invoice }: Pick<Payment, 'invoice'>): string {
  return invoice ? `счёт\u00a0${invoice.number}` : 'без счёта';
}

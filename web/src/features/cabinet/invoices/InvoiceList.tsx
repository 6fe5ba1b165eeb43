import { useMemo, type ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { type Invoice, type InvoiceSort, downloadInvoice, listInvoices } from '#contract/money/money.ts';
import { readPages } from '../../../state/read-pages.ts';
import { useRead } from '../../../state/use-call.ts';
import { dateColumn, moneyColumn, sumColumn } from '../../../tables/usual-columns.tsx';
import type { Column } from '../../../tables/column.ts';
import { DataTable } from '../../../tables/DataTable.tsx';
import { ListState } from '../../../tables/states/ListState.tsx';
import { writtenSort } from '../../../tables/table-view.ts';
import { RowLink } from '../../../tables/RowLink.tsx';
import { TableTools } from '../../../tables/TableTools.tsx';
import { SelectionBar } from '../../../tables/SelectionBar.tsx';
import { SelectionFiles } from '../../../tables/SelectionFiles.tsx';
import { useRowSelection } from '../../../tables/use-row-selection.ts';
import { useTableView } from '../../../tables/use-table-view.ts';
import { useWriteAddress } from '../../../state/use-write-address.ts';
import { counted } from '#contract/values/counted.ts';
import { formatMoney } from '../../../lib/format.ts';
import { useToday } from '../../../lib/use-today.ts';
import type { CallAnswer } from '../../../server/client.ts';
import { parsePage, withValues } from '../../../lib/read-address.ts';
import { paths } from '../../../paths.ts';
import { ButtonLink } from '../../../ui/Button.tsx';
import { EmptyState } from '../../../ui/states/EmptyState.tsx';
import { DateText } from '../../../ui/text/DateText.tsx';
import { Money } from '../../../ui/text/Money.tsx';
import { Pagination } from '../../../ui/Pagination.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { TableSkeleton } from '../../../ui/states/Skeleton.tsx';
import { Row, Stack } from '../../../ui/Stack.tsx';
import { TextLink } from '../../../ui/text/TextLink.tsx';
import { InvoiceFileIcons } from './InvoiceFileButtons.tsx';
import { InvoiceModal } from './InvoiceModal.tsx';
import { InvoiceStatus } from './InvoiceStatus.tsx';
import { isToPay } from './is-to-pay.ts';
import styles from './InvoiceList.module.css';

const WAITING: readonly Invoice['status_id'][] = ['waiting', 'partly'];

/** The columns; «Оплатить» is for users who may pay, on what can still be paid in time. */
function invoiceColumns(mayPay: boolean, today: string): readonly Column<Invoice>[] {
  return [
    {
      key: 'number',
      header: 'Номер',
      narrow: 'title',
      fixed: true,
      value: (item) => item.number,
      cell: (item) => <InvoiceLink invoice={item}>№ {item.number}</InvoiceLink>,
    },
    dateColumn({ key: 'date', header: 'Дата', value: (item) => item.date.date.slice(0, 10) }),
    dateColumn({
      key: 'due',
      header: 'Оплатить до',
      narrow: 'line',
      value: (item) => item.payment_due_date.date.slice(0, 10),
      // The term of a paid invoice is over; files keep it.
      cell: (item) =>
        WAITING.includes(item.status_id) && (
          <DateText value={item.payment_due_date.date.slice(0, 10)} style="date" />
        ),
    }),
    { key: 'status', header: 'Статус', narrow: 'second', value: (item) => item.status, cell: statusCell },
    moneyColumn({
      key: 'paid',
      header: 'Оплачено',
      narrow: 'hidden',
      extra: true,
      value: (item) => item.paid_sum,
    }),
    sumColumn(),
    {
      key: 'files',
      header: 'Файл',
      headerHidden: true,
      narrow: 'plain',
      cell: (item) => (
        <div className={styles.actions}>
          {mayPay && isToPay(item, today) && <PayLink invoice={item} />}
          <InvoiceFileIcons
            file={{ endpoint: downloadInvoice, id: item.id }}
            name={`счёт № ${item.number}`}
          />
        </div>
      ),
    },
  ];
}

/** Opens the invoice over the list, which stays as it is. */
function InvoiceLink({ invoice: { id }, children }: { invoice: Invoice; children: ReactNode }) {
  const [search] = useSearchParams();
  return <RowLink to={`?${withValues(search, { show: id }).toString()}`}>{children}</RowLink>;
}

/** Opens the same with the ways to pay it. */
function PayLink({ invoice: { id, number } }: { invoice: Invoice }) {
  const [search] = useSearchParams();
  return (
    <ButtonLink
      size="small"
      to={`?${withValues(search, { show: id }).toString()}`}
      aria-label={`Оплатить: счёт № ${number}`}
    >
      Оплатить
    </ButtonLink>
  );
}

/** «Выставленные счета»: what is to be paid first, then all others, newest first. */
export function InvoiceList({ mayIssue }: { mayIssue: boolean }) {
  const [search] = useSearchParams();
  const write = useWriteAddress();
  const page = parsePage(search.get('page'));
  const today = useToday();
  const columns = useMemo(() => invoiceColumns(mayIssue, today), [mayIssue, today]);
  const control = useTableView('invoices', columns);
  // The search counts pages by age, so a found invoice is on its page only in that order.
  const usual = search.has('invoice') ? undefined : 'to_pay';
  const sort = (writtenSort(control.view) ?? usual) as InvoiceSort | undefined;
  const waiting = search.get('waiting') === '1';
  const which = { sort, ...(waiting && { waiting }) };
  const invoices = useRead(listInvoices, { query: { page, ...which } }, { keepPrevious: true });

  const listed = useMemo(() => invoices.data?.data.map(getKey) ?? [], [invoices.data]);
  const { selection, selected } = useRowSelection(listed);

  if (!invoices.data && invoices.error) return <ListState of={listInvoices} read={invoices} />;
  if (!invoices.data) return <TableSkeleton columns={5} />;
  if (invoices.data.meta.pagination.total === 0 && waiting)
    return (
      <EmptyState title="Все счета оплачены" action={<TextLink to={paths.invoices}>Все счета</TextLink>}>
        Новые счета к оплате появятся здесь.
      </EmptyState>
    );
  if (invoices.data.meta.pagination.total === 0) {
    return (
      <EmptyState
        title="Здесь будут счета на пополнение"
        action={
          mayIssue && (
            <ButtonLink variant="primary" to={paths.payment(1)}>
              Выставить счёт
            </ButtonLink>
          )
        }
      >
        Выставьте счёт и оплатите его из банка: деньги появятся среди нераспределённых средств.
      </EmptyState>
    );
  }
  const totalPages = invoices.data.meta.pagination.total_pages;
  const chosen = invoices.data.data.filter((invoice) => selection.has(invoice.id));
  const shown = invoices.data.data.find(({ id }) => String(id) === search.get('show'));
  return (
    <Stack gap="3" aria-busy={invoices.isPlaceholderData}>
      <ListState of={listInvoices} read={invoices} />
      {totalPages > 1 && (
        <p data-print="only">
          Счета: страница {page} из {totalPages}
        </p>
      )}
      <Row between>
        <ToPaySummary toPay={invoices.data.meta.to_pay} />
        <Row gap="2" data-print="hide">
          {mayIssue && (
            <ButtonLink variant="primary" to={paths.payment(1)}>
              Выставить счёт
            </ButtonLink>
          )}
          <TableTools
            list="invoices"
            columns={columns}
            control={control}
            fileName="Счета"
            rows={() => readPages(listInvoices, { query: which })}
          />
        </Row>
      </Row>
      {waiting && (
        <p className="ink-2">
          Показаны счета к оплате. <TextLink to={paths.invoices}>Все счета</TextLink>
        </p>
      )}
      {invoices.data.data.length === 0 ? (
        <EmptyState
          title="На этой странице счетов нет"
          action={<TextLink to={paths.invoices}>К последним счетам</TextLink>}
        >
          Ссылка вела дальше последней страницы.
        </EmptyState>
      ) : (
        <Panel variant="flush">
          <DataTable
            caption="Выставленные счета"
            columns={columns}
            rows={invoices.data.data}
            rowKey={getKey}
            control={control}
            inOrder
            selection={selection}
            nameRow={(item) => `счёт № ${item.number}`}
            isCurrent={(item) => String(item.id) === search.get('invoice')}
          />
        </Panel>
      )}
      <SelectionBar
        label="Выбранные счета"
        text={counted(chosen.length, INVOICE_FORMS)}
        below={<Money value={getTotal(chosen)} />}
        selected={chosen.length}
        onNone={() => selection.chooseAll(selected, false)}
      >
        <SelectionFiles rows={chosen} columns={columns} view={control.view} fileName="Выбранные счета" />
      </SelectionBar>
      <Pagination
        page={page}
        totalPages={totalPages}
        onChange={(next) => write({ page: next > 1 ? next : null })}
      />
      {shown && <InvoiceModal invoice={shown} mayPay={mayIssue} onClose={() => write({ show: null })} />}
    </Stack>
  );
}

type ToPay = CallAnswer<typeof listInvoices>['meta']['to_pay'];

/** «К оплате 1 050 000 ₽: 4 счёта, ближайший до 30.11.2026». */
function ToPaySummary({ toPay: { count, sum, due } }: { toPay: ToPay }) {
  if (count === 0) return <p className="ink-2">Все счета оплачены</p>;
  return (
    <div className={styles.toPay}>
      <span className={styles.what}>К оплате</span>
      <Money value={sum} size="title" />
      <span className="ink-2">
        {counted(count, INVOICE_FORMS)}
        {due && (
          <>
            , {count > 1 && 'ближайший '}до <DateText value={due} />
          </>
        )}
      </span>
    </div>
  );
}

const INVOICE_FORMS = ['счёт', 'счёта', 'счетов'] as const;

function getKey(item: Invoice): number {
  return item.id;
}

/** Returns the total in rubles, added up in kopecks: sums of fractions would be slightly off. */
function getTotal(rows: readonly Invoice[]): number {
  return rows.reduce((total, { sum }) => total + Math.round(sum * 100), 0) / 100;
}

/** The status, and how far what was paid is from the sum. */
function statusCell(item: Invoice) {
  const difference = formatDifference(item);
  return (
    <>
      <InvoiceStatus invoice={item} quiet />
      {difference && <span className={styles.difference}>{difference}</span>}
    </>
  );
}

/** Money paid in excess is the company's, and may be spent or returned by now. No invoice shows that. */
function formatDifference({ status_id: status, sum, paid_sum: paid }: Invoice): string | null {
  if (status === 'partly') return `Осталось ${formatMoney(sum - paid)}`;
  if (status === 'overpaid')
    return `Переплата ${formatMoney(paid - sum)} поступила в нераспределённые средства`;
  return null;
}

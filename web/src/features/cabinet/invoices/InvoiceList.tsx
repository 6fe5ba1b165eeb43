import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { type Invoice, type InvoiceSort, downloadInvoice, listInvoices } from '#contract/money/money.ts';
import { readPages } from '../../../state/read-pages.ts';
import { useRead } from '../../../state/use-call.ts';
import { dateColumn, moneyColumn, sumColumn } from '../../../tables/usual-columns.tsx';
import type { Column } from '../../../tables/column.ts';
import { DataTable } from '../../../tables/DataTable.tsx';
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
import { parsePage, withValues } from '../../../lib/read-address.ts';
import { paths } from '../../../paths.ts';
import { ButtonLink } from '../../../ui/Button.tsx';
import { EmptyState } from '../../../ui/states/EmptyState.tsx';
import { LoadError } from '../../../ui/states/LoadError.tsx';
import { Money } from '../../../ui/text/Money.tsx';
import { Pagination } from '../../../ui/Pagination.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { TableSkeleton } from '../../../ui/states/Skeleton.tsx';
import { Row, Stack } from '../../../ui/Stack.tsx';
import { TextLink } from '../../../ui/text/TextLink.tsx';
import { InvoiceFileButtons } from './InvoiceFileButtons.tsx';
import { InvoiceModal } from './InvoiceModal.tsx';
import { InvoiceStatus } from './InvoiceStatus.tsx';
import styles from './InvoiceList.module.css';

const COLUMNS: readonly Column<Invoice>[] = [
  {
    key: 'number',
    header: 'Номер',
    narrow: 'title',
    fixed: true,
    value: (item) => item.number,
    cell: (item) => <InvoiceLink invoice={item} />,
  },
  dateColumn({ key: 'date', header: 'Дата', value: (item) => item.date.date.slice(0, 10) }),
  dateColumn({
    key: 'due',
    header: 'Оплатить до',
    narrow: 'line',
    value: (item) => item.payment_due_date.date.slice(0, 10),
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
      <Row gap="1">
        <InvoiceFileButtons
          file={{ endpoint: downloadInvoice, id: item.id }}
          name={`счёт № ${item.number}`}
          small
        />
      </Row>
    ),
  },
];

/** Opens the invoice over the list, which stays as it is. */
function InvoiceLink({ invoice: { id, number } }: { invoice: Invoice }) {
  const [search] = useSearchParams();
  return <RowLink to={`?${withValues(search, { show: id }).toString()}`}>№ {number}</RowLink>;
}

/** «Выставленные счета»: all invoices of the company, newest first. */
export function InvoiceList({ mayIssue }: { mayIssue: boolean }) {
  const [search] = useSearchParams();
  const write = useWriteAddress();
  const page = parsePage(search.get('page'));
  const control = useTableView('invoices', COLUMNS);
  const sort = writtenSort(control.view) as InvoiceSort | undefined;
  const waiting = search.get('waiting') === '1';
  const which = { sort, ...(waiting && { waiting }) };
  const invoices = useRead(listInvoices, { query: { page, ...which } }, { keepPrevious: true });

  const listed = useMemo(() => invoices.data?.data.map(getKey) ?? [], [invoices.data]);
  const { selection, selected } = useRowSelection(listed);

  if (!invoices.data && invoices.error)
    return <LoadError onReload={() => void invoices.refetch()} reloading={invoices.isFetching} />;
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
      {totalPages > 1 && (
        <p data-print="only">
          Счета: страница {page} из {totalPages}
        </p>
      )}
      <Row between>
        {mayIssue ? (
          <ButtonLink variant="primary" to={paths.payment(1)}>
            Выставить счёт
          </ButtonLink>
        ) : (
          <span />
        )}
        <TableTools
          list="invoices"
          columns={COLUMNS}
          control={control}
          fileName="Счета"
          rows={() => readPages(listInvoices, { query: which })}
        />
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
            columns={COLUMNS}
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
        words={counted(chosen.length, INVOICE_FORMS)}
        below={<Money value={getTotal(chosen)} />}
        selected={chosen.length}
        onNone={() => selection.chooseAll(selected, false)}
      >
        <SelectionFiles rows={chosen} columns={COLUMNS} view={control.view} fileName="Выбранные счета" />
      </SelectionBar>
      <Pagination
        page={page}
        totalPages={totalPages}
        onChange={(next) => write({ page: next > 1 ? next : null })}
      />
      {shown && <InvoiceModal invoice={shown} onClose={() => write({ show: null })} />}
    </Stack>
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
      <InvoiceStatus invoice={item} />
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

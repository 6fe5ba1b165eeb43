import {
  listNetworkInvoices,
  NETWORK_INVOICE_STATE_TITLE,
  NETWORK_INVOICE_STATES,
  type NetworkInvoice,
  type NetworkInvoiceState,
} from '#contract/fuel/network-invoices.ts';
import { useSearchParams } from 'react-router';
import { formatDate } from '../../../lib/format.ts';
import { parsePage } from '../../../lib/read-address.ts';
import { paths } from '../../../paths.ts';
import { PagedStaffTable } from '../../../staff/StaffTable.tsx';
import { useAddressFilters } from '../../../staff/use-address-filters.ts';
import { readPages } from '../../../state/read-pages.ts';
import { useRead } from '../../../state/use-call.ts';
import type { Column } from '../../../tables/column.ts';
import { FilterBar } from '../../../tables/FilterBar.tsx';
import { RowLink } from '../../../tables/RowLink.tsx';
import { TwoLines } from '../../../tables/TwoLines.tsx';
import { dateColumn, extraColumn, moneyColumn } from '../../../tables/usual-columns.tsx';
import { LoadError } from '../../../ui/states/LoadError.tsx';
import { TableSkeleton } from '../../../ui/states/Skeleton.tsx';
import { Stack } from '../../../ui/Stack.tsx';
import { DateText } from '../../../ui/text/DateText.tsx';
import { describeInvoiceState, InvoiceState } from './invoice-states.tsx';

const REFRESH_MS = 15_000;

/** Invoices of the networks, newest first. */
export function NetworkInvoiceList() {
  const [search] = useSearchParams();
  const { fields, chosen, clear } = useInvoiceFilters();
  const query = {
    ...(chosen.network && { partner_id: Number(chosen.network) }),
    state: (chosen.state || undefined) as NetworkInvoiceState | undefined,
  };
  const page = parsePage(search.get('page'));
  const invoices = useRead(
    listNetworkInvoices,
    { query: { ...query, page } },
    { keepPrevious: true, refetchMs: REFRESH_MS },
  );
  if (!invoices.data && invoices.error)
    return <LoadError onReload={() => void invoices.refetch()} message={invoices.error.message} />;
  return (
    <Stack>
      <FilterBar label="Фильтры счетов сетей" first={null} fields={fields} onClear={clear} />
      {!invoices.data && <TableSkeleton columns={6} />}
      {invoices.data && (
        <PagedStaffTable
          caption="Счета сетей"
          columns={COLUMNS}
          answer={invoices.data}
          rowKey={(item) => item.id}
          all={() => readPages(listNetworkInvoices, { query })}
          empty={{
            title: 'Счетов сетей нет',
            text: 'Загрузите счёт с отчётом сети: он сверится с нашими заправками построчно.',
          }}
          fit
        />
      )}
    </Stack>
  );
}

function useInvoiceFilters() {
  const read = useRead(listNetworkInvoices, { query: {} });
  const networks = read.data?.meta.networks ?? [];
  return useAddressFilters([
    {
      key: 'network' as const,
      label: 'Сеть',
      all: 'Все сети',
      options: networks.map(({ partner_id: id, title }) => ({ value: String(id), label: title })),
    },
    {
      key: 'state' as const,
      label: 'Состояние',
      all: 'Все состояния',
      options: NETWORK_INVOICE_STATES.map((value) => ({ value, label: NETWORK_INVOICE_STATE_TITLE[value] })),
    },
  ]);
}

const COLUMNS: readonly Column<NetworkInvoice>[] = [
  {
    key: 'number',
    header: 'Счёт',
    narrow: 'title',
    fixed: true,
    leastWidth: 260,
    unsorted: true,
    value: (item) => `${item.partner.title}, № ${item.number}`,
    cell: (item) => (
      <TwoLines
        below={
          <>
            №&nbsp;{item.number} за {formatPeriod(item)}
          </>
        }
      >
        <RowLink
          to={paths.staffNetworkInvoice(item.id)}
          label={`${item.partner.title}, счёт № ${item.number}`}
        >
          {item.partner.title}
        </RowLink>
      </TwoLines>
    ),
  },
  {
    ...moneyColumn<NetworkInvoice>({
      key: 'sum',
      header: 'Сумма',
      narrow: 'aside',
      value: (item) => item.sum,
    }),
    width: 140,
    unsorted: true,
  },
  {
    ...moneyColumn<NetworkInvoice>({ key: 'ours', header: 'У нас', value: (item) => item.ours }),
    width: 140,
    unsorted: true,
  },
  {
    ...moneyColumn<NetworkInvoice>({
      key: 'difference',
      header: 'Разница',
      value: (item) => item.difference,
    }),
    width: 130,
    unsorted: true,
  },
  {
    key: 'state',
    header: 'Состояние',
    narrow: 'second',
    width: 170,
    unsorted: true,
    value: describeInvoiceState,
    cell: (item) => (
      <TwoLines cut="row" below={item.undecided > 0 ? `не решено: ${item.undecided}` : null}>
        <InvoiceState invoice={item} />
      </TwoLines>
    ),
  },
  {
    key: 'due',
    header: 'Оплатить до',
    kind: 'day',
    narrow: 'line',
    width: 124,
    unsorted: true,
    value: (item) => (item.state === 'paid' ? null : item.due),
    cell: (item) =>
      item.state === 'paid' ? 'Оплачен' : item.due ? <DateText value={item.due} /> : 'Не задан',
  },
  {
    ...extraColumn<NetworkInvoice>({ key: 'period', header: 'Период', value: formatPeriod }),
    unsorted: true,
  },
  {
    ...dateColumn<NetworkInvoice>({ key: 'date', header: 'Дата счёта', value: (item) => item.date }),
    narrow: 'hidden',
    extra: true,
    unsorted: true,
  },
  {
    ...extraColumn<NetworkInvoice>({ key: 'file', header: 'Файл', value: (item) => item.file }),
    unsorted: true,
  },
  {
    ...dateColumn<NetworkInvoice>({
      key: 'loaded',
      header: 'Загружен',
      kind: 'moment',
      value: (item) => item.loaded_at,
    }),
    narrow: 'hidden',
    extra: true,
    unsorted: true,
  },
];

function formatPeriod({ from, to }: NetworkInvoice): string {
  return `${formatDate(from)} – ${formatDate(to)}`;
}

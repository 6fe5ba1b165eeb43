import { useSearchParams } from 'react-router';
import { previewClosing } from '#contract/papers/closing.ts';
import type { EndpointData } from '#contract/endpoint.ts';
import { formatMoney } from '../../../lib/format.ts';
import { parsePage } from '../../../lib/read-address.ts';
import { PagedStaffTable } from '../../../staff/StaffTable.tsx';
import { readPages } from '../../../state/read-pages.ts';
import { useRead } from '../../../state/use-call.ts';
import type { Column } from '../../../tables/column.ts';
import { TwoLines } from '../../../tables/TwoLines.tsx';
import { moneyColumn } from '../../../tables/usual-columns.tsx';
import { LoadError } from '../../../ui/states/LoadError.tsx';
import { TableSkeleton } from '../../../ui/states/Skeleton.tsx';
import { StatusLabel } from '../../../ui/text/StatusLabel.tsx';

type Previewed = EndpointData<typeof previewClosing>[number];

/** Shows what closing the month would create, company by company, or what it has created. */
export function ClosingPreview({ month, isClosed }: { month: string; isClosed: boolean }) {
  const [search] = useSearchParams();
  const page = parsePage(search.get('page'));
  const preview = useRead(previewClosing, { query: { date: month, page } }, { keepPrevious: true });
  if (!preview.data && preview.error)
    return <LoadError onReload={() => void preview.refetch()} message={preview.error.message} />;
  if (!preview.data) return <TableSkeleton columns={5} />;
  return (
    <PagedStaffTable
      caption={isClosed ? 'Документы клиентов' : 'Что будет сделано'}
      columns={COLUMNS}
      answer={preview.data}
      rowKey={(item) => item.company.id}
      all={() => readPages(previewClosing, { query: { date: month } })}
      empty={{ title: 'Клиентов ещё не было', text: 'За этот месяц документы делать некому.' }}
    />
  );
}

const STATE = {
  made: { tone: 'go', words: 'Сделаны' },
  'to-make': { tone: 'wait', words: 'Будут сделаны' },
  // Transfers between a client's own cards and funds are in no document.
  nothing: { tone: 'neutral', words: 'Нет покупок и платежей' },
} as const;

const COLUMNS: readonly Column<Previewed>[] = [
  {
    key: 'company',
    header: 'Компания',
    width: 200,
    narrow: 'title',
    fixed: true,
    unsorted: true,
    value: ({ company }) => company.title,
    cell: ({ company }) => <TwoLines below={company.inn && `ИНН ${company.inn}`}>{company.title}</TwoLines>,
  },
  {
    key: 'networks',
    header: 'Топливо по сетям',
    narrow: 'plain',
    unsorted: true,
    value: formatNetworks,
    cell: formatNetworks,
  },
  moneyColumn({
    key: 'payments',
    header: 'Платежи',
    narrow: 'hidden',
    unsorted: true,
    // What is in the documents already does not count again.
    value: (item) => (item.state === 'made' ? null : item.payments),
  }),
  {
    key: 'cards',
    header: 'Карт к передаче',
    kind: 'count',
    align: 'end',
    narrow: 'hidden',
    unsorted: true,
    value: (item) => item.cards,
    cell: (item) => item.cards || null,
  },
  {
    key: 'documents',
    header: 'Документов',
    kind: 'count',
    align: 'end',
    narrow: 'aside',
    unsorted: true,
    value: (item) => item.documents,
    cell: (item) => item.documents,
  },
  {
    key: 'state',
    header: 'Состояние',
    width: 170,
    narrow: 'second',
    unsorted: true,
    value: (item) => STATE[item.state].words,
    cell: (item) => <StatusLabel tone={STATE[item.state].tone}>{STATE[item.state].words}</StatusLabel>,
  },
];

function formatNetworks({ networks }: Previewed): string {
  return networks.map(({ title, sum }) => `${title}: ${formatMoney(sum)}`).join(', ');
}

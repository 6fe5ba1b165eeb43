import type { AnyEndpoint } from '#contract/endpoint.ts';
import { useSearchParams } from 'react-router';
import { parsePage } from '../../../lib/read-address.ts';
import type { CallAnswer, CallInput } from '../../../server/client.ts';
import { useRead } from '../../../state/use-call.ts';
import { useWriteAddress } from '../../../state/use-write-address.ts';
import type { Column } from '../../../tables/column.ts';
import { DataTable } from '../../../tables/DataTable.tsx';
import { EmptyState } from '../../../ui/states/EmptyState.tsx';
import { LoadError } from '../../../ui/states/LoadError.tsx';
import { Pagination } from '../../../ui/Pagination.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { TableSkeleton } from '../../../ui/states/Skeleton.tsx';
import { Stack } from '../../../ui/Stack.tsx';

type Props<Row> = {
  endpoint: AnyEndpoint;
  companyId: number;
  caption: string;
  columns: readonly Column<Row>[];
  rowKey: (row: Row, index: number) => string | number;
  /** Text about what will be here. */
  empty: string;
  refetchMs?: number;
};

interface PartAnswer<Row> {
  data: Row[];
  meta: { pagination: { total: number; total_pages: number } };
}

/** One part of a client's page: read when it is opened, page by page. */
export function ClientPart<Row extends object>(props: Props<Row>) {
  const { endpoint, companyId, caption, columns, rowKey, empty, refetchMs } = props;
  const [search] = useSearchParams();
  const write = useWriteAddress();
  const page = parsePage(search.get('page'));
  const input = { params: { id: companyId }, query: { page } } as CallInput<AnyEndpoint>;
  const part = useRead(endpoint, input, { keepPrevious: true, ...(refetchMs ? { refetchMs } : {}) });
  const read = part.data as (CallAnswer<AnyEndpoint> & PartAnswer<Row>) | undefined;
  if (!read && part.error)
    return <LoadError onReload={() => void part.refetch()} message={part.error.message} />;
  if (!read) return <TableSkeleton columns={columns.length} />;
  return (
    <Stack gap="3" aria-busy={part.isPlaceholderData}>
      {read.data.length === 0 ? (
        <EmptyState title={read.meta.pagination.total === 0 ? empty : 'На этой странице ничего нет'} />
      ) : (
        <Panel variant="flush">
          <DataTable
            caption={caption}
            columns={columns}
            rows={read.data}
            rowKey={(row) => rowKey(row, read.data.indexOf(row))}
            inOrder
          />
        </Panel>
      )}
      <Pagination
        page={page}
        totalPages={read.meta.pagination.total_pages}
        onChange={(next) => write({ page: next > 1 ? next : null })}
      />
    </Stack>
  );
}

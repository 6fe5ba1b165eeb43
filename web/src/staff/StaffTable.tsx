import type { ViewList } from '#contract/companies/views.ts';
import { counted, type PluralForms } from '#contract/values/counted.ts';
import { DataTable } from '../tables/DataTable.tsx';
import type { Column } from '../tables/column.ts';
import type { RowSelection } from '../tables/use-row-selection.ts';
import { TableTools } from '../tables/TableTools.tsx';
import { useTableView } from '../tables/use-table-view.ts';
import { Panel } from '../ui/Panel.tsx';
import { formatNumber } from '../lib/format.ts';
import { useWriteAddress } from '../state/use-write-address.ts';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/states/EmptyState.tsx';
import { Pagination } from '../ui/Pagination.tsx';
import { Stack } from '../ui/Stack.tsx';

type Props<Row> = {
  /** The list in saved views; omitted where views are not saved. */
  list?: ViewList;
  /** Names the table and its files. */
  caption: string;
  /** Noun of the rows. The heading counts them where the caption repeats the page's title or its tab. */
  forms?: PluralForms;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  /** Omitted where nothing is done to several rows at once. */
  selection?: RowSelection | null;
  /** Names the row that a box selects. */
  nameRow?: (row: Row) => string;
};

/** Staff list as a whole. The user can sort it, choose its columns, save views of it by name, and save its file. */
export function StaffTable<Row extends object>(props: Props<Row>) {
  const { list, caption, forms, columns, rows, rowKey, selection = null, nameRow } = props;
  const control = useTableView(caption, columns);
  return (
    <Panel
      title={forms ? counted(rows.length, forms) : caption}
      variant="flush"
      action={
        <TableTools
          {...(list ? { list } : {})}
          columns={columns}
          control={control}
          fileName={caption}
          rows={() => rows}
        />
      }
    >
      <DataTable
        caption={caption}
        columns={columns}
        rows={rows}
        rowKey={rowKey}
        control={control}
        selection={selection}
        {...(nameRow && { nameRow })}
      />
    </Panel>
  );
}

type PagedStaffTableProps<Row> = {
  /** The list in saved views; omitted where views are not saved. */
  list?: ViewList;
  /** Names the table and its files. */
  caption: string;
  columns: readonly Column<Row>[];
  answer: {
    data: readonly Row[];
    meta: { pagination: { total: number; current_page: number; total_pages: number } };
  };
  rowKey: (row: Row) => string | number;
  /** Every row under the filters, for a file. */
  all: () => Promise<readonly Row[]>;
  /** Text of the table when nothing matches. */
  empty: { title: string; text: string };
  /** Omitted where nothing is done to several rows at once. */
  selection?: RowSelection;
  /** Names the row that a box selects. */
  nameRow?: (row: Row) => string;
  /** Rows of one height. */
  fit?: boolean;
};

/** Staff list that comes page by page. The page stands in the address. The server sets the order. */
export function PagedStaffTable<Row extends object>(props: PagedStaffTableProps<Row>) {
  const { list, caption, columns, answer, rowKey, all, empty, selection, nameRow, fit } = props;
  const control = useTableView(caption, columns);
  const write = useWriteAddress();
  const { total, current_page: page, total_pages: pages } = answer.meta.pagination;
  if (total === 0) return <EmptyState title={empty.title}>{empty.text}</EmptyState>;
  return (
    <Stack>
      <Panel
        title={`${caption}:\u00a0${formatNumber(total)}`}
        variant="flush"
        action={
          <TableTools
            {...(list ? { list } : {})}
            columns={columns}
            control={control}
            fileName={caption}
            rows={all}
          />
        }
      >
        {answer.data.length === 0 ? (
          <EmptyState
            title="На этой странице ничего нет"
            action={<Button onClick={() => write({ page: null })}>К первой странице</Button>}
          />
        ) : (
          <DataTable
            caption={caption}
            columns={columns}
            rows={answer.data}
            rowKey={rowKey}
            control={control}
            selection={selection ?? null}
            {...(nameRow && { nameRow })}
            {...(fit && { fit })}
            inOrder
          />
        )}
      </Panel>
      <Pagination
        page={page}
        totalPages={pages}
        onChange={(next) => write({ page: next > 1 ? next : null })}
      />
    </Stack>
  );
}

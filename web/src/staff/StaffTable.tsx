import type { ViewList } from '#contract/views.ts';
import { DataTable } from '../tables/DataTable.tsx';
import type { Column } from '../tables/column.ts';
import { TableTools } from '../tables/TableTools.tsx';
import { useTableView } from '../tables/use-table-view.ts';
import { Panel } from '../ui/Panel.tsx';

type Props<Row> = {
  /** The list in saved views; omitted where views are not saved. */
  list?: ViewList;
  /** Names the table and its files. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
};

/** Staff list as a whole. The user can sort it, choose its columns, save views of it by name, and save its file. */
export function StaffTable<Row extends object>({ list, caption, columns, rows, rowKey }: Props<Row>) {
  const control = useTableView(caption, columns);
  return (
    <Panel
      title={caption}
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
      <DataTable caption={caption} columns={columns} rows={rows} rowKey={rowKey} control={control} />
    </Panel>
  );
}

import { joinClasses } from '../lib/join-classes.ts';
import { VisuallyHidden } from '../ui/text/VisuallyHidden.tsx';
import { isSortable, type Column } from './column.ts';
import { nextSort } from './table-view.ts';
import { getStickyStyle } from './use-sticky-places.ts';
import type { ViewControl } from './use-table-view.ts';
import table from './DataTable.module.css';
import styles from './HeadCell.module.css';

type HeadProps<Row> = {
  column: Column<Row>;
  control: ViewControl | undefined;
  isPinned: boolean;
  isLeftOut: boolean;
};

/** The head of a column: a button where the rows can be put in order by it. */
export function HeadCell<Row>({ column, control, isPinned, isLeftOut }: HeadProps<Row>) {
  const sorting = control && isSortable(column) ? control : null;
  const chosen = sorting?.view.sort?.key === column.key ? sorting.view.sort : null;
  const direction = chosen ? (chosen.descending ? 'descending' : 'ascending') : 'none';
  return (
    <th
      scope="col"
      role="columnheader"
      aria-sort={sorting ? direction : undefined}
      className={joinClasses(table[column.align ?? 'start'], isPinned && table.pinned)}
      data-left-out={isLeftOut || undefined}
      data-column={column.key}
      data-print={column.headerHidden ? 'hide' : undefined}
      style={{ width: column.width, ...(isPinned && getStickyStyle(column.key)) }}
    >
      {sorting ? (
        <>
          <button
            type="button"
            className={styles.sort}
            onClick={() => sorting.change({ sort: nextSort(sorting.view, column) })}
          >
            {column.header}
            <span aria-hidden="true" className={styles.arrow}>
              {ARROW[direction]}
            </span>
          </button>
          <span className={styles.onlyName}>{column.header}</span>
        </>
      ) : column.headerHidden ? (
        <VisuallyHidden>{column.header}</VisuallyHidden>
      ) : (
        column.header
      )}
    </th>
  );
}

const ARROW = { ascending: '↑', descending: '↓', none: '↕' };

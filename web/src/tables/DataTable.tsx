import { useMemo, type CSSProperties, type ReactNode, useEffect, type RefObject } from 'react';
import { useAfterPaint } from '../lib/use-after-paint.ts';
import { useMedia } from '../lib/use-media.ts';
import { usePrinting } from '../ui/use-printing.ts';
import { CheckBox } from '../ui/fields/Checkbox.tsx';
import { arrange } from './arrange.ts';
import { BodyRow, Cell } from './BodyRow.tsx';
import type { Column } from './column.ts';
import { HeadCell } from './HeadCell.tsx';
import { leastWidth, LeftOut } from './choose-hidden-columns.ts';
import { RowChunks } from './RowChunks.tsx';
import { PLAIN_VIEW, writtenSort } from './table-view.ts';
import { useSlideRows } from './use-slide-rows.ts';
import { useStickyPlaces } from './use-sticky-places.ts';
import { useLeftOut, usePaperFit } from './use-left-out.ts';
import type { RowSelection } from './use-row-selection.ts';
import type { ViewControl } from './use-table-view.ts';
import styles from './DataTable.module.css';

type Props<Row> = {
  /** Describes the contents of the table, for screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  /** Lets users choose the order and columns (`useTableView`). Without it the table follows its columns. */
  control?: ViewControl;
  /** The rows are in order already: they are one page of many. */
  inOrder?: boolean;
  /** Null if nothing can be selected. Rows are then identified by their numbers. */
  selection?: RowSelection | null;
  /** `gutter`: a box lies in the margin of its row, and is seen while the row is pointed at or something is selected. */
  boxes?: 'column' | 'gutter';
  /** Names the row that a box selects: «карту •• 4821». */
  nameRow?: (row: Row) => string;
  /** A last row with the totals of the columns, by their keys; not where rows are selected. */
  footer?: Readonly<Record<string, ReactNode>>;
  /** Highlights a row as the chosen one. */
  isCurrent?: (row: Row) => boolean;
  /** Rows of one height: columns take their widths, what does not fit in a cell is cut off. */
  fit?: boolean;
};

/** Beyond so many the cells are narrower: the twelve months of a year fit a laptop. */
const MANY_COLUMNS = 10;

/**
 * The one table of the product: a table where there is room, otherwise two lines for each row. Its roles keep it a
 * table for screen readers. Beyond a hundred rows only those near the window are mounted. The keys j and k move from
 * row to row, Enter opens one.
 */
export function DataTable<Row extends object>(props: Props<Row>) {
  const {
    caption,
    rowKey,
    control,
    selection = null,
    boxes = 'column',
    nameRow,
    footer,
    isCurrent,
    fit = false,
  } = props;
  const view = control?.view ?? PLAIN_VIEW;
  // The click is visible on the head at once. The rows follow as soon as they are in their new order.
  const arranged = useAfterPaint(view);
  const { rows, columns } = useMemo(
    () => arrange(props.columns, props.rows, props.inOrder ? { ...arranged, sort: null } : arranged),
    [props.columns, props.rows, props.inOrder, arranged],
  );
  const narrow = useMedia('(max-width: 767px)');
  const { density } = view;
  const { pinned } = arranged;
  const place = useStickyPlaces(pinned, columns);
  useRowKeys(place);
  useSlideRows(place, writtenSort(view), rows);
  const selects = selection !== null;
  const isPrinting = usePrinting();
  const { leftOut, unshown } = useLeftOut(place, columns, selects, isPrinting);
  usePaperFit(place, isPrinting);
  const cells = useMemo(() => (isPrinting ? columns.map(toPaper) : columns), [isPrinting, columns]);
  const shown = columns.filter(({ key }) => !leftOut.has(key));
  const order = useMemo(() => rows.map((row) => Number(rowKey(row))), [rows, rowKey]);
  const isSelecting = selection !== null && order.some((id) => selection.has(id));

  return (
    <LeftOut value={unshown}>
      <div ref={place} className={styles.frame}>
        <table
          className={styles.table}
          role="table"
          aria-label={caption}
          aria-rowcount={rows.length + (footer ? 2 : 1)}
          data-density={density}
          data-selects={selection ? '' : undefined}
          data-boxes={selection ? boxes : undefined}
          data-selecting={isSelecting || undefined}
          data-fit={fit || undefined}
          data-many={shown.length > MANY_COLUMNS || undefined}
          style={fit ? ({ '--least-width': `${leastWidth(shown, selects)}px` } as CSSProperties) : undefined}
        >
          <thead className={styles.head} role="rowgroup">
            <tr role="row" aria-rowindex={1}>
              {selection && (
                <th scope="col" role="columnheader" className={styles.box}>
                  <CheckBox
                    label={`Выбрать все: ${caption}`}
                    checked={order.every((id) => selection.has(id))}
                    partly={isSelecting}
                    onChange={(on) => selection.chooseAll(order, on)}
                  />
                </th>
              )}
              {columns.map((column) => (
                <HeadCell
                  key={column.key}
                  column={column}
                  control={control}
                  isPinned={pinned.includes(column.key)}
                  isLeftOut={leftOut.has(column.key)}
                />
              ))}
            </tr>
          </thead>
          <RowChunks items={rows} rowHeight={narrow ? 68 : ROW_HEIGHT[density]}>
            {(chunk, first) =>
              chunk.map((row, index) => (
                <BodyRow
                  key={rowKey(row)}
                  row={row}
                  rowIndex={first + index + 2}
                  columns={cells}
                  pinned={pinned}
                  leftOut={leftOut}
                  current={isCurrent?.(row) ?? false}
                  selected={selection?.has(Number(rowKey(row))) ?? false}
                  box={
                    selection && nameRow ? { id: Number(rowKey(row)), selection, order, name: nameRow } : null
                  }
                />
              ))
            }
          </RowChunks>
          {footer && (
            <tfoot role="rowgroup" className={styles.footer}>
              <tr role="row" aria-rowindex={rows.length + 2} className={styles.row}>
                {columns.map((column) => (
                  <Cell
                    key={column.key}
                    column={column}
                    isPinned={pinned.includes(column.key)}
                    isLeftOut={leftOut.has(column.key)}
                  >
                    {footer[column.key]}
                  </Cell>
                ))}
              </tr>
            </tfoot>
          )}
        </table>
      </div>
    </LeftOut>
  );
}

/** Nothing opens on paper, so a column that has left stands below the name. */
function toPaper<Row>(column: Column<Row>): Column<Row> {
  return column.inName === 'screen' ? { ...column, inName: false } : column;
}

/** About how high a row is: what is not mounted takes as much. */
const ROW_HEIGHT = { dense: 37, normal: 45, roomy: 57 };

/** j and k, and the arrows, walk from row to row in the table within `frame`; Enter then opens the row by its link. */
function useRowKeys(frame: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = frame.current;
    element?.addEventListener('keydown', walkRows);
    return () => element?.removeEventListener('keydown', walkRows);
  }, [frame]);
}

/** The same keys of a Russian keyboard too. */
const STEP: Readonly<Record<string, number>> = {
  j: 1,
  о: 1,
  ArrowDown: 1,
  k: -1,
  л: -1,
  ArrowUp: -1,
};

/** In a field keys type letters, and an open menu uses the arrows itself. */
function walkRows(event: KeyboardEvent): void {
  const target = event.target as HTMLElement;
  const step = STEP[event.key];
  const from = target.closest('tbody tr');
  const other = target.matches('input:not([type="checkbox"]), textarea, select, [aria-haspopup]');
  if (!step || !from || other || event.ctrlKey || event.metaKey || event.altKey) return;
  const rows = [...(from.closest('table')?.querySelectorAll('tbody tr') ?? [])];
  const next = rows[rows.indexOf(from) + step];
  const opener =
    next?.querySelector<HTMLElement>('a[href]') ?? next?.querySelector<HTMLElement>('button, input');
  if (!opener) return;
  event.preventDefault();
  opener.focus();
  opener.scrollIntoView({ block: 'nearest' });
}

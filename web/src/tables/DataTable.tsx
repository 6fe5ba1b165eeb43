import {
  columnOrderingFeature,
  columnPinningFeature,
  columnVisibilityFeature,
  createSortedRowModel,
  rowSortingFeature,
  tableFeatures,
  useTable,
  type ColumnDef,
} from '@tanstack/react-table';
import { memo, useMemo, type CSSProperties, type ReactNode } from 'react';
import { joinClasses } from '../lib/join-classes.ts';
import { useMedia } from '../lib/use-media.ts';
import { CheckBox } from '../ui/Checkbox.tsx';
import { compareValues, isSortable, orderOf, type Column } from './column.ts';
import { RowChunks } from './RowChunks.tsx';
import { nextSort, shownColumns } from './table-view.ts';
import { useRowKeys } from './use-row-keys.ts';
import { placeName, useStickyPlaces } from './use-sticky-places.ts';
import type { RowSelection } from './use-row-selection.ts';
import type { ViewControl } from './use-table-view.ts';
import styles from './DataTable.module.css';

type Props<Row> = {
  /** Says what the table holds, for screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  /** People choose its order and columns (`useTableView`); without it the table is as its columns say. */
  control?: ViewControl;
  /** The server has put the rows in order: they are one page of many. */
  sortedByServer?: boolean;
  /** Null where nothing can be selected. Rows are then known by their numbers. */
  selection?: RowSelection | null;
  /** Says which row a box selects: «карту •• 4821». */
  nameRow?: (row: Row) => string;
  /** A last row with the totals of the columns, by their keys; not where rows are selected. */
  footer?: Readonly<Record<string, ReactNode>>;
  /** Highlights a row as the chosen one. */
  isCurrent?: (row: Row) => boolean;
  /** Rows of one height: columns take their widths, what does not fit in a cell is cut off. */
  fit?: boolean;
};

const FEATURES = tableFeatures({
  columnOrderingFeature,
  columnPinningFeature,
  columnVisibilityFeature,
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
});

/**
 * The one table of the product: a table where there is room, and where there is none two lines for each row. Its roles
 * keep it a table for screen readers. Beyond a hundred rows only those near the window are mounted. The keys j and k
 * walk from row to row, Enter opens one.
 */
export function DataTable<Row extends object>(props: Props<Row>) {
  const { caption, rowKey, control, selection = null, nameRow, footer, isCurrent, fit = false } = props;
  const { rows, columns } = useArranged(props);
  const narrow = useMedia('(max-width: 767px)');
  const density = control?.view.density ?? 'normal';
  const pinned = control?.view.pinned ?? NONE;
  const place = useStickyPlaces(pinned, columns);
  useRowKeys(place);
  const order = useMemo(() => rows.map((row) => Number(rowKey(row))), [rows, rowKey]);

  return (
    <div ref={place} className={styles.frame}>
      <table
        className={styles.table}
        role="table"
        aria-label={caption}
        aria-rowcount={rows.length + 1}
        data-density={density}
        data-selects={selection ? '' : undefined}
        data-fit={fit || undefined}
        style={fit ? leastWidth(columns) : undefined}
      >
        <thead className={styles.head} role="rowgroup">
          <tr role="row" aria-rowindex={1}>
            {selection && (
              <th scope="col" role="columnheader" className={styles.box}>
                <CheckBox
                  label={`Выбрать все: ${caption}`}
                  checked={order.every((id) => selection.has(id))}
                  partly={order.some((id) => selection.has(id))}
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
                columns={columns}
                pinned={pinned}
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
            <tr role="row" className={styles.row}>
              {columns.map((column) => (
                <Cell key={column.key} column={column} isPinned={pinned.includes(column.key)}>
                  {footer[column.key]}
                </Cell>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  );
}

const NONE: readonly string[] = [];

/** What a column without a width needs at the least. */
const LEAST_WIDTH = 120;

/** Below it the columns of a table that fits are scrolled to. */
function leastWidth<Row>(columns: readonly Column<Row>[]): CSSProperties {
  const shown = columns.filter(({ roomy }) => !roomy);
  const px = shown.reduce((sum, { width = LEAST_WIDTH }) => sum + width, 0);
  return { '--least-width': `${px}px` } as CSSProperties;
}

/** About how high a row is: what is not mounted takes as much. */
const ROW_HEIGHT = { dense: 37, normal: 45, roomy: 57 };

type Arranged<Row> = { rows: readonly Row[]; columns: readonly Column<Row>[] };

/** Rows and columns as the view has them. */
function useArranged<Row extends object>({
  columns,
  rows,
  control,
  sortedByServer,
}: Props<Row>): Arranged<Row> {
  const view = control?.view ?? null;
  const ordered = useMemo(() => (view ? shownColumns(columns, view) : columns), [columns, view]);
  const definitions = useMemo(() => columns.map(definitionOf), [columns]);
  const state = useMemo(() => {
    const shown = ordered.map(({ key }) => key);
    return {
      sorting: view?.sort ? [{ id: view.sort.key, desc: view.sort.descending }] : [],
      columnOrder: shown,
      columnVisibility: Object.fromEntries(columns.map(({ key }) => [key, shown.includes(key)])),
      columnPinning: { start: [...(view?.pinned ?? NONE)], end: [] },
    };
  }, [columns, ordered, view]);
  const table = useTable({
    features: FEATURES,
    columns: definitions,
    data: rows as Row[],
    state,
    manualSorting: sortedByServer ?? false,
  });
  const sorted = table.getRowModel().rows;
  return { rows: useMemo(() => sorted.map(({ original }) => original), [sorted]), columns: ordered };
}

function definitionOf<Row extends object>(column: Column<Row>): ColumnDef<typeof FEATURES, Row> {
  const { key } = column;
  return {
    id: key,
    // What has no value comes last, whichever way the others are ordered.
    accessorFn: (row) => orderOf(column, row) ?? undefined,
    enableSorting: isSortable(column),
    sortUndefined: 'last',
    sortFn: (one, other) => compareValues(one.getValue(key), other.getValue(key)),
  };
}

type HeadProps<Row> = { column: Column<Row>; control: ViewControl | undefined; isPinned: boolean };

function HeadCell<Row>({ column, control, isPinned }: HeadProps<Row>) {
  const sorting = control && isSortable(column) ? control : null;
  const chosen = sorting?.view.sort?.key === column.key ? sorting.view.sort : null;
  const direction = chosen ? (chosen.descending ? 'descending' : 'ascending') : 'none';
  return (
    <th
      scope="col"
      role="columnheader"
      aria-sort={sorting ? direction : undefined}
      className={joinClasses(
        styles[column.align ?? 'start'],
        column.roomy && styles.roomy,
        isPinned && styles.pinned,
      )}
      data-column={column.key}
      data-print={column.headerHidden ? 'hide' : undefined}
      style={{ width: column.width, ...(isPinned && placeOf(column)) }}
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
      ) : (
        <span className={column.headerHidden ? styles.unseen : undefined}>{column.header}</span>
      )}
    </th>
  );
}

/** How far from the edge a pinned column stands (`useStickyPlaces`). */
function placeOf<Row>({ key }: Column<Row>): CSSProperties {
  return { insetInlineStart: `var(${placeName(key)}, 0)` };
}

const ARROW = { ascending: '↑', descending: '↓', none: '↕' };

type Box<Row> = { id: number; selection: RowSelection; order: readonly number[]; name: (row: Row) => string };

type RowProps<Row> = {
  row: Row;
  rowIndex: number;
  columns: readonly Column<Row>[];
  pinned: readonly string[];
  current: boolean;
  selected: boolean;
  box: Box<Row> | null;
};

function PlainRow<Row>({ row, rowIndex, columns, pinned, current, selected, box }: RowProps<Row>) {
  return (
    <tr
      role="row"
      aria-rowindex={rowIndex}
      aria-selected={box ? selected : undefined}
      className={joinClasses(styles.row, current && styles.current, selected && styles.selected)}
    >
      {box && (
        <td role="cell" className={styles.box}>
          <CheckBox
            label={`Выбрать ${box.name(row)}`}
            checked={selected}
            onChange={(on, range) => box.selection.choose(box.id, on, range, box.order)}
          />
        </td>
      )}
      {columns.map((column) => (
        <Cell key={column.key} column={column} isPinned={pinned.includes(column.key)}>
          {column.cell(row)}
        </Cell>
      ))}
    </tr>
  );
}

/** There may be thousands of rows, and usually one has changed. Its box is another object each time. */
const BodyRow = memo(PlainRow, (before, after) =>
  Object.keys(after).every((name) => {
    const key = name as keyof typeof after;
    return key === 'box'
      ? before.box?.order === after.box?.order && before.box?.selection.choose === after.box?.selection.choose
      : before[key] === after[key];
  }),
) as typeof PlainRow;

type CellProps<Row> = { column: Column<Row>; isPinned: boolean; children: ReactNode };

function Cell<Row>({ column, isPinned, children }: CellProps<Row>) {
  const narrow = column.narrow ?? 'line';
  return (
    <td
      role="cell"
      className={joinClasses(
        styles[column.align ?? 'start'],
        styles[narrow],
        column.roomy && styles.roomy,
        isPinned && styles.pinned,
      )}
      style={isPinned ? placeOf(column) : undefined}
      data-print={column.headerHidden ? 'hide' : undefined}
    >
      {narrow === 'line' && !column.headerHidden && (
        <span className={styles.label} aria-hidden="true">
          {column.header}
        </span>
      )}
      <div className={styles.value}>{children}</div>
    </td>
  );
}

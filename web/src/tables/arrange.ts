import {
  columnOrderingFeature,
  columnPinningFeature,
  columnVisibilityFeature,
  constructTable,
  createSortedRowModel,
  rowSortingFeature,
  tableFeatures,
  type ColumnDef,
} from '@tanstack/table-core';
import { storeReactivityBindings } from '@tanstack/table-core/store-reactivity-bindings';
import { listChoosableColumns, compareValues, isSortable, type Column } from './column.ts';
import type { TableView } from './table-view.ts';

const FEATURES = tableFeatures({
  coreReactivityFeature: storeReactivityBindings(),
  columnOrderingFeature,
  columnPinningFeature,
  columnVisibilityFeature,
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
});

/**
 * Arranges the rows and columns of a list as a view has them, on the screen and in files. If the user has chosen
 * columns, the column that names a row comes first, then the pinned ones, and the buttons last. Equal rows keep their
 * order, and rows without a value come last, whichever way the others are ordered.
 */
export function arrange<Row extends object>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  view: TableView,
): { columns: readonly Column<Row>[]; rows: readonly Row[] } {
  const chosen = chosenKeys(columns, view);
  const isChosen = view.columns !== null || view.pinned.length > 0;
  const keys = (which: (column: Column<Row>) => boolean) => columns.filter(which).map(({ key }) => key);
  const table = constructTable<typeof FEATURES, Row>({
    features: FEATURES,
    columns: columns.map(toColumnDef),
    data: rows as Row[],
    initialState: {
      sorting: view.sort ? [{ id: view.sort.key, desc: view.sort.descending }] : [],
      columnVisibility: Object.fromEntries(
        listChoosableColumns(columns).map(({ key }) => [key, chosen.includes(key)]),
      ),
      columnOrder: isChosen ? [...chosen] : [],
      columnPinning: isChosen
        ? {
            start: [...keys(({ fixed, headerHidden }) => Boolean(fixed && !headerHidden)), ...view.pinned],
            end: keys(({ headerHidden }) => Boolean(headerHidden)),
          }
        : { start: [], end: [] },
    },
  });
  const byKey = new Map(columns.map((column) => [column.key, column]));
  return {
    columns: [
      ...table.getStartVisibleLeafColumns(),
      ...table.getCenterVisibleLeafColumns(),
      ...table.getEndVisibleLeafColumns(),
    ].flatMap(({ id }) => byKey.get(id) ?? []),
    rows: view.sort ? table.getSortedRowModel().rows.map(({ original }) => original) : rows,
  };
}

/** The keys of the columns that people choose, as the view shows them. */
export function chosenKeys<Row>(columns: readonly Column<Row>[], view: TableView): readonly string[] {
  return (
    view.columns ??
    listChoosableColumns(columns)
      .filter(({ extra }) => !extra)
      .map(({ key }) => key)
  );
}

function toColumnDef<Row extends object>(column: Column<Row>): ColumnDef<typeof FEATURES, Row> {
  const { key, value, order = value } = column;
  return {
    id: key,
    accessorFn: (row) => order?.(row) ?? undefined,
    enableSorting: isSortable(column),
    sortUndefined: 'last',
    sortFn: (a, b) => compareValues(a.getValue(key), b.getValue(key)),
  };
}

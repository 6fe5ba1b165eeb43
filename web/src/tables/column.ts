import type { ReactNode } from 'react';

/** Value by which a column is sorted and which a file gets. A sum is in rubles, a volume in litres. */
export type Value = string | number | null;

export type Column<Row> = {
  key: string;
  /** Its words in the head, in the choice of columns and in files. */
  header: string;
  cell: (row: Row) => ReactNode;
  /** The column can be sorted by it, and files have it. A moment or a day is ISO 8601, so that its order is its time's. */
  value?: (row: Row) => Value;
  /** Sort value if it differs from the value. Null comes last, whichever way the others are ordered. */
  order?: (row: Row) => Value;
  /** Name by which the server sorts the column, if it differs from the key. */
  sortKey?: string;
  /**
   * Format of the value in a file. Default `text`. A `number` is a name made of digits, which no spreadsheet may round.
   */
  kind?: 'text' | 'number' | 'money' | 'litres' | 'count' | 'day' | 'moment';
  /** Files have the value, but the order of such rows means nothing, or the server cannot make it. */
  unsorted?: boolean;
  /** Aligned to the end: for money and numbers. */
  align?: 'start' | 'end';
  /** Place of the cell when a row becomes a card on a phone. */
  narrow?: NarrowPlace;
  /** The header is for screen readers only: for the column of buttons. */
  headerHidden?: boolean;
  /** In px. In a table that `fit`s, columns without a width share what is left. */
  width?: number;
  /** In px: a column without a width is never narrower. By default 120. */
  leastWidth?: number;
  /**
   * Rank of a column that is hidden where the table has no room for all of them; rank 1 is hidden first. Its text then
   * stands below the row's name, unless `inName`.
   */
  leaves?: number;
  /** The row itself shows its text when the column has left (`LeftOutPart`), or shows them on its own page: on a screen alone. */
  inName?: boolean | 'screen';
  /** Always shown, and in its place. Without it a row could not be distinguished from another, or not be opened. */
  fixed?: boolean;
  /** Shown only if the user chooses it. */
  extra?: boolean;
};

/**
 * On a phone a row has two lines. `lead` stands left of both and `menu` right of both. `title` and `aside` are the
 * first line, `figure` and `second` cells share the second one. Below them come `line` with its label (default) and
 * `plain` without. `hidden` is not shown.
 */
type NarrowPlace = 'lead' | 'title' | 'aside' | 'figure' | 'second' | 'menu' | 'line' | 'plain' | 'hidden';

/** The columns that people can choose, order and pin. */
export function listChoosableColumns<Row>(columns: readonly Column<Row>[]): Column<Row>[] {
  return columns.filter((column) => !column.fixed && !column.headerHidden);
}

export function isSortable<Row>(column: Column<Row>): boolean {
  return column.value !== undefined && !column.unsorted;
}

const COLLATOR = new Intl.Collator('ru', { numeric: true, sensitivity: 'base' });

/** Numbers by size, words as a Russian dictionary has them, «Карта 9» before «Карта 10». */
export function compareValues(a: NonNullable<Value>, b: NonNullable<Value>): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return COLLATOR.compare(String(a), String(b));
}

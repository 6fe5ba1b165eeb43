import { createContext } from 'react';
import type { Column } from './column.ts';

/** Least width of a column that sets none, in px. */
const LEAST_WIDTH = 120;
/** Width of the column of boxes that select rows, in px. */
const BOX_WIDTH = 52;
/** A narrower table gives each row two lines (DataTable.module.css). */
const TWO_LINES_BELOW = 680;

/** Room of a sheet of A4 for the columns of a screen, in px. Its type and spaces are smaller. */
export const PAPER_ROOM = 830;

/** Returns whether each row of a table this wide has two lines; not while its width is unknown. */
export function hasTwoLines(roomPx: number | null): boolean {
  return roomPx !== null && roomPx < TWO_LINES_BELOW;
}

/** Width that a table cannot do without, in px. */
export function leastWidth<Row>(columns: readonly Column<Row>[], selects = false): number {
  const px = columns.reduce((sum, { leastWidth: least, width = least ?? LEAST_WIDTH }) => sum + width, 0);
  return px + (selects ? BOX_WIDTH : 0);
}

/**
 * Chooses the columns that a table leaves out, by their keys, so that the others are as wide as they must be: one by one
 * in the order of their ranks. Returns none while the room is unknown, and none where rows have two lines.
 */
export function chooseHiddenColumns<Row>(
  columns: readonly Column<Row>[],
  roomPx: number | null,
  selects = false,
): ReadonlySet<string> {
  const left = new Set<string>();
  if (roomPx === null || hasTwoLines(roomPx)) return left;
  const ranked = columns.filter(({ leaves }) => leaves !== undefined);
  for (const { key } of ranked.toSorted((a, b) => a.leaves! - b.leaves!)) {
    const shown = columns.filter((column) => !left.has(column.key));
    if (leastWidth(shown, selects) <= roomPx) break;
    left.add(key);
  }
  return left;
}

/** Keys of the columns that a table leaves out, or shows nowhere because its rows have two lines. */
export const LeftOut = createContext<ReadonlySet<string>>(new Set());

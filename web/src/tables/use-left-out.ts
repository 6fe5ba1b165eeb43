import { useLayoutEffect, useMemo, useState, type RefObject } from 'react';
import type { Column } from './column.ts';
import { chooseHiddenColumns, hasTwoLines, PAPER_ROOM } from './choose-hidden-columns.ts';

/**
 * Returns the keys of the columns that the table in `frame` has no room for, and of those that it shows nowhere. Both
 * sets stay the same objects until their keys change: rows that do not change are not drawn again.
 */
export function useLeftOut<Row>(
  frame: RefObject<HTMLElement | null>,
  columns: readonly Column<Row>[],
  selects: boolean,
  isPrinting: boolean,
): { leftOut: ReadonlySet<string>; unshown: ReadonlySet<string> } {
  const seen = useRoom(frame);
  const room = isPrinting ? PAPER_ROOM : seen;
  const printed = isPrinting ? columns.filter(({ headerHidden }) => !headerHidden) : columns;
  const keys = [...chooseHiddenColumns(printed, room, selects && !isPrinting)].join(' ');
  const twoLines = hasTwoLines(room);
  return useMemo(() => {
    const leftOut = new Set(keys === '' ? [] : keys.split(' '));
    const hidden = columns.filter(({ narrow }) => narrow === 'hidden').map(({ key }) => key);
    return { leftOut, unshown: twoLines ? new Set(hidden) : leftOut };
  }, [keys, twoLines, columns]);
}

/** Returns the width of an element in px, before the first paint and after each change; null while it is unknown. */
function useRoom(ref: RefObject<HTMLElement | null>): number | null {
  const [room, setRoom] = useState<number | null>(null);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    const measure = () => setRoom(element.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return room;
}

/** Width of a sheet of A4 between its margins of 16 mm, in px. */
const PAPER_WIDTH = 672;
/** Ways to print a table: each next one needs less room. The last one may break a word. */
const FITS = ['whole', 'wrapped', 'small', 'broken'];

/** Chooses for the table in `frame`, while it is printed, the largest type with which no column is past the edge of a sheet. */
export function usePaperFit(frame: RefObject<HTMLElement | null>, isPrinting: boolean): void {
  useLayoutEffect(() => {
    const element = frame.current;
    const table = element?.querySelector('table');
    if (!element || !table || !isPrinting) return undefined;
    table.style.setProperty('width', 'min-content');
    for (const fit of FITS) {
      element.setAttribute('data-printing', fit);
      if (table.offsetWidth <= PAPER_WIDTH) break;
    }
    table.style.removeProperty('width');
    return () => element.removeAttribute('data-printing');
  }, [frame, isPrinting]);
}

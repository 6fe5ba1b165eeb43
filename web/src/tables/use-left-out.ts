import { useLayoutEffect, useMemo, useState, type RefObject } from 'react';
import type { Column } from './column.ts';
import { hasTwoLines, chooseHiddenColumns } from './choose-hidden-columns.ts';

/**
 * Returns the keys of the columns that the table in `frame` has no room for, and of those that it shows nowhere. Both
 * sets stay the same objects until their keys change: rows that do not change are not drawn again.
 */
export function useLeftOut<Row>(
  frame: RefObject<HTMLElement | null>,
  columns: readonly Column<Row>[],
  selects: boolean,
): { leftOut: ReadonlySet<string>; unshown: ReadonlySet<string> } {
  const room = useRoom(frame);
  const keys = [...chooseHiddenColumns(columns, room, selects)].join(' ');
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

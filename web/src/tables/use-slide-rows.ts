import { useLayoutEffect, useRef, type RefObject } from 'react';

const SLIDE_MS = 180;
/** A longer list is left to its windowed rows: no one follows so many, and measuring them would cost a layout. */
const MAX_SLIDING_ROWS = 60;

type Places = ReadonlyMap<HTMLElement, number>;

/**
 * Lets the rows of a table slide to their places after its order was chosen, so that an eye can follow them. Only rows
 * that are in the window before or after it move, and none for users who prefer no motion. Places are measured once
 * when `sort` changes, and once when the rows have followed.
 */
export function useSlideRows(
  frame: RefObject<HTMLElement | null>,
  sort: string | undefined,
  rows: readonly object[],
): void {
  const shownSort = useRef(sort);
  const places = useRef<Places | null>(null);
  useLayoutEffect(() => {
    if (shownSort.current === sort) return;
    shownSort.current = sort;
    // The rows follow after the next paint (`useAfterPaint`): they are still where they were.
    places.current = measureRows(frame.current);
  }, [frame, sort]);
  useLayoutEffect(() => {
    const before = places.current;
    places.current = null;
    if (before && frame.current) slideRows(frame.current, before);
  }, [frame, rows]);
}

/** Returns the places of rows within their frame; null when they must not move. */
function measureRows(frame: HTMLElement | null): Places | null {
  if (!frame || matchMedia('(prefers-reduced-motion: reduce)').matches) return null;
  const rows = [...frame.querySelectorAll<HTMLElement>('tbody > tr')];
  if (rows.length > MAX_SLIDING_ROWS) return null;
  const top = frame.getBoundingClientRect().top;
  return new Map(rows.map((row) => [row, row.getBoundingClientRect().top - top]));
}

function slideRows(frame: HTMLElement, before: Places): void {
  const after = measureRows(frame);
  if (!after) return;
  const top = frame.getBoundingClientRect().top;
  const isSeen = (place: number) => place + top > -100 && place + top < innerHeight;
  for (const [row, place] of after) {
    const from = before.get(row);
    if (from === undefined || from === place || (!isSeen(from) && !isSeen(place))) continue;
    row.animate([{ transform: `translateY(${from - place}px)` }, { transform: 'none' }], {
      duration: SLIDE_MS,
      easing: 'cubic-bezier(0.2, 0, 0, 1)',
    });
  }
}

import { useLayoutEffect, useRef, type CSSProperties, type RefObject } from 'react';
import type { Column } from './column.ts';

/** Returns how far from the edge a pinned column stands. The distance is a property of the table, which is measured. */
export function getStickyStyle(key: string): CSSProperties {
  return { insetInlineStart: `var(${getPropertyName(key)}, 0)` };
}

function getPropertyName(key: string): string {
  return `--place-of-${key}`;
}

/**
 * Marks a table's frame (`data-wide`) when its columns are wider than the frame, and sets how far from its edge each
 * pinned column stands. The width of the columns is only known after layout.
 */
export function useStickyPlaces<Row>(
  pinned: readonly string[],
  columns: readonly Column<Row>[],
): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const frame = ref.current;
    const table = frame?.querySelector('table');
    if (!frame || !table) return undefined;
    const measure = () => {
      frame.toggleAttribute('data-wide', table.scrollWidth > frame.clientWidth + 1);
      let left = 0;
      for (const head of table.querySelectorAll<HTMLElement>('thead th')) {
        const key = head.dataset.column ?? '';
        if (!pinned.includes(key)) continue;
        table.style.setProperty(getPropertyName(key), `${left}px`);
        left += head.offsetWidth;
      }
    };
    const observer = new ResizeObserver(measure);
    observer.observe(frame);
    observer.observe(table);
    return () => observer.disconnect();
  }, [pinned, columns]);
  return ref;
}

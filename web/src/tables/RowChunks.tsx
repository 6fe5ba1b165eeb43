import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { usePrinting } from '../ui/use-printing.ts';

type Props<Item> = {
  items: readonly Item[];
  /** Height of one row in px; a chunk takes up this much until it has been mounted and measured. */
  rowHeight: number;
  /** Rows in one chunk. */
  chunkSize?: number;
  children: (items: readonly Item[], firstIndex: number) => ReactNode;
};

/**
 * Mounts the rows of a long table in chunks as they come near the window. An unmounted chunk keeps its height, so
 * neither the length of the page nor the scroll position changes, and the way back to the list leads to the same rows.
 */
export function RowChunks<Item extends object>({ items, rowHeight, chunkSize = 16, children }: Props<Item>) {
  const printing = usePrinting();
  // A short list is mounted whole at once, so that it can be searched and printed.
  if (items.length <= MAX_ROWS_UNCHUNKED) return <tbody role="rowgroup">{children(items, 0)}</tbody>;
  const starts = Array.from({ length: Math.ceil(items.length / chunkSize) }, (_, index) => index * chunkSize);
  return starts.map((start) => {
    const chunk = items.slice(start, start + chunkSize);
    return (
      <Chunk
        key={start}
        first={items[start]!}
        mounted={start < 3 * chunkSize}
        whole={printing}
        heightPx={chunk.length * rowHeight}
      >
        {() => children(chunk, start)}
      </Chunk>
    );
  });
}

/** Up to this many rows are mounted all at once. */
const MAX_ROWS_UNCHUNKED = 100;

/** Height of a chunk when its list was left, by its first item. */
const HEIGHTS = new WeakMap<object, number>();

type ChunkProps = {
  first: object;
  mounted: boolean;
  /** In print there is no window to come near to. */
  whole: boolean;
  heightPx: number;
  children: () => ReactNode;
};

function Chunk({ first, mounted, whole, heightPx, children }: ChunkProps) {
  const place = useRef<HTMLTableSectionElement>(null);
  const [near, setNear] = useState(mounted);
  const [leftPx, setLeftPx] = useState(() => HEIGHTS.get(first) ?? heightPx);

  useEffect(() => {
    if (!place.current || typeof IntersectionObserver === 'undefined') return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry) return;
        // A chunk that was never mounted measures only its own estimate.
        if (!entry.isIntersecting) setLeftPx(entry.boundingClientRect.height);
        setNear(entry.isIntersecting);
      },
      { rootMargin: '600px 0px' },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, []);

  useLayoutEffect(() => {
    const rows = place.current;
    return () => {
      if (rows) HEIGHTS.set(first, rows.getBoundingClientRect().height);
    };
  }, [first]);

  const shown = near || whole;
  return (
    <tbody ref={place} role="rowgroup">
      {shown ? children() : <tr aria-hidden="true" style={{ height: leftPx }} />}
    </tbody>
  );
}

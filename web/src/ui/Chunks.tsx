import { useEffect, useRef, useState, type ReactNode } from 'react';

type Props<Item> = {
  items: readonly Item[];
  /** Of one row, px: what a chunk that is not mounted takes up until it has been measured. */
  rowHeight: number;
  /** Rows of one chunk. */
  chunkSize?: number;
  children: (items: readonly Item[], firstIndex: number) => ReactNode;
};

/**
 * The rows of a long list, mounted a chunk at a time as they come near the window. A chunk that goes away leaves its
 * height behind, so the page's length and the place in it stay.
 */
export function Chunks<Item>({ items, rowHeight, chunkSize = 16, children }: Props<Item>) {
  // What a browser lays out in no time needs no care: the search of the page and its print see all of it.
  if (items.length <= ALL_AT_ONCE) return <div role="rowgroup">{children(items, 0)}</div>;
  const starts = Array.from({ length: Math.ceil(items.length / chunkSize) }, (_, index) => index * chunkSize);
  return starts.map((start) => {
    const chunk = items.slice(start, start + chunkSize);
    return (
      <Chunk key={start} mounted={start < 3 * chunkSize} heightPx={chunk.length * rowHeight}>
        {() => children(chunk, start)}
      </Chunk>
    );
  });
}

/** Rows that are mounted all together. */
const ALL_AT_ONCE = 120;

type ChunkProps = { mounted: boolean; heightPx: number; children: () => ReactNode };

function Chunk({ mounted, heightPx, children }: ChunkProps) {
  const place = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(mounted);
  const [leftPx, setLeftPx] = useState(heightPx);

  useEffect(() => {
    if (!place.current || typeof IntersectionObserver === 'undefined') return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry) return;
        // What was never mounted has nothing to measure but its own guess.
        if (!entry.isIntersecting) setLeftPx(entry.boundingClientRect.height);
        setNear(entry.isIntersecting);
      },
      { rootMargin: '600px 0px' },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, []);

  return (
    <div ref={place} role="rowgroup" style={near ? undefined : { height: leftPx }}>
      {near && children()}
    </div>
  );
}

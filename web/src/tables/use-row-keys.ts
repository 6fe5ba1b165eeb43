import { useEffect, type RefObject } from 'react';

/** j and k, and the arrows, walk from row to row in the table within `frame`; Enter then opens the row by its link. */
export function useRowKeys(frame: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = frame.current;
    element?.addEventListener('keydown', walkRows);
    return () => element?.removeEventListener('keydown', walkRows);
  }, [frame]);
}

/** The same keys of a Russian keyboard too. */
const STEP: Readonly<Record<string, number>> = {
  j: 1,
  о: 1,
  ArrowDown: 1,
  k: -1,
  л: -1,
  ArrowUp: -1,
};

/** In a field keys type letters, and an open menu uses the arrows itself. */
function walkRows(event: KeyboardEvent): void {
  const target = event.target as HTMLElement;
  const step = STEP[event.key];
  const from = target.closest('tbody tr');
  const other = target.matches('input:not([type="checkbox"]), textarea, select, [aria-haspopup]');
  if (!step || !from || other || event.ctrlKey || event.metaKey || event.altKey) return;
  const rows = [...(from.closest('table')?.querySelectorAll('tbody tr') ?? [])];
  const next = rows[rows.indexOf(from) + step];
  const opener =
    next?.querySelector<HTMLElement>('a[href]') ?? next?.querySelector<HTMLElement>('button, input');
  if (!opener) return;
  event.preventDefault();
  opener.focus();
  opener.scrollIntoView({ block: 'nearest' });
}

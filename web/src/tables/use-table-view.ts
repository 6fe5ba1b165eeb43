import { useCallback, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Column } from './column.ts';
import { PLAIN_VIEW, readView, VIEW_NAMES, writeView, type TableView } from './table-view.ts';
import { forgetText, storeText } from '../lib/store-text.ts';

export type ViewControl = {
  view: TableView;
  change: (part: Partial<TableView>) => void;
  /** The list's own order, columns and rows. */
  reset: () => void;
};

/**
 * The view of the table `list`: from the address, and what the address leaves open from the last visit of this browser.
 * A changed order starts at the first page.
 */
export function useTableView<Row>(list: string, columns: readonly Column<Row>[]): ViewControl {
  const [params, setParams] = useSearchParams();
  // The address follows a moment later. A clicked box is checked at once.
  const [chosen, setChosen] = useState<{ at: URLSearchParams; view: TableView } | null>(null);
  const addressed = useMemo(() => {
    const own = new URLSearchParams(params);
    if (!STORED_VIEW_NAMES.some((name) => params.has(name))) {
      for (const [name, value] of new URLSearchParams(lastView(list))) own.set(name, value);
    }
    return readView(own, columns);
  }, [params, columns, list]);
  const view = chosen?.at === params ? chosen.view : addressed;

  const write = useCallback(
    (next: TableView) => {
      rememberView(list, next);
      setChosen({ at: params, view: next });
      const written = writeView(new URLSearchParams(window.location.search), next);
      written.delete('page');
      setParams(written, { replace: true, preventScrollReset: true });
    },
    [list, params, setParams],
  );
  const change = useCallback((part: Partial<TableView>) => write({ ...view, ...part }), [write, view]);
  const reset = useCallback(() => write(PLAIN_VIEW), [write]);
  return useMemo(() => ({ view, change, reset }), [view, change, reset]);
}

/** An order answers one question; columns and rows are a habit. */
const STORED_VIEW_NAMES = VIEW_NAMES.filter((name) => name !== 'sort');

function rememberView(list: string, view: TableView): void {
  const habit = writeView(new URLSearchParams(), { ...view, sort: null }).toString();
  if (habit) storeText('localStorage', `view:${list}`, habit);
  else forgetText('localStorage', `view:${list}`);
}

function lastView(list: string): string {
  try {
    return localStorage.getItem(`view:${list}`) ?? '';
  } catch {
    return '';
  }
}

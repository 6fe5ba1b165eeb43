import { useCallback, useMemo, useRef, useState } from 'react';

export type RowSelection = {
  has: (id: number) => boolean;
  /** `order` are the ids as the table shows them: with `range` everything from the last touched row to this one. */
  choose: (id: number, on: boolean, range: boolean, order: readonly number[]) => void;
  chooseAll: (ids: readonly number[], on: boolean) => void;
};

/**
 * The selected rows; `listed` are the ids of the list. A row that a filter hides is not selected while it is hidden: an
 * action reaches only what the user can see.
 */
export function useRowSelection(listed: readonly number[]): {
  selection: RowSelection;
  selected: readonly number[];
} {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const touched = useRef<number | null>(null);

  const chooseAll = useCallback((ids: readonly number[], on: boolean) => {
    setChosen((before) => {
      const next = new Set(before);
      for (const id of ids) {
        if (on) next.add(id);
        else next.delete(id);
      }
      return next;
    });
  }, []);
  const choose = useCallback(
    (id: number, on: boolean, range: boolean, order: readonly number[]) => {
      const from = range && touched.current !== null ? order.indexOf(touched.current) : -1;
      const to = order.indexOf(id);
      touched.current = id;
      chooseAll(from < 0 ? [id] : order.slice(Math.min(from, to), Math.max(from, to) + 1), on);
    },
    [chooseAll],
  );

  const selected = useMemo(() => listed.filter((id) => chosen.has(id)), [listed, chosen]);
  const selection = useMemo(
    () => ({ has: (id: number) => chosen.has(id), choose, chooseAll }),
    [chosen, choose, chooseAll],
  );
  return { selection, selected };
}

import { useCallback, useEffect, useMemo, useRef, useState } from 'react';

export interface CardSelection {
  has(cardId: number): boolean;
  /** `range` includes everything between this card and the one touched before. */
  choose(cardId: number, on: boolean, range: boolean): void;
  chooseAll(cardIds: readonly number[], on: boolean): void;
}

/**
 * The selected cards on the screen; `shown` are the ids in the order of the screen. A card hidden by a filter is not
 * selected while it is hidden: an action reaches only what the user can see.
 */
export function useCardSelection(shown: readonly number[]): {
  selection: CardSelection;
  selected: readonly number[];
} {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const order = useRef(shown);
  const touched = useRef<number | null>(null);
  useEffect(() => {
    order.current = shown;
  });

  const chooseAll = useCallback((cardIds: readonly number[], on: boolean) => {
    setChosen((before) => {
      const next = new Set(before);
      for (const id of cardIds) {
        if (on) next.add(id);
        else next.delete(id);
      }
      return next;
    });
  }, []);
  const choose = useCallback(
    (cardId: number, on: boolean, range: boolean) => {
      const from = range && touched.current !== null ? order.current.indexOf(touched.current) : -1;
      const to = order.current.indexOf(cardId);
      touched.current = cardId;
      chooseAll(from < 0 ? [cardId] : order.current.slice(Math.min(from, to), Math.max(from, to) + 1), on);
    },
    [chooseAll],
  );

  const selected = useMemo(() => shown.filter((id) => chosen.has(id)), [shown, chosen]);
  const selection = useMemo(
    () => ({ has: (id: number) => chosen.has(id), choose, chooseAll }),
    [chosen, choose, chooseAll],
  );
  return { selection, selected };
}

import { MATCH } from '../../../lib/match-words.ts';
import type { Card } from '../../../cards/describe-card.ts';
import type { PaletteEntry } from '../../../ui/layers/Palette.tsx';

/** Entry of the palette. One of the last four fields defines what choosing it does. */
export interface Entry extends PaletteEntry {
  kind:
    | 'card'
    | 'driver'
    | 'truck'
    | 'place'
    | 'action'
    | 'operation'
    | 'invoice'
    | 'document'
    | 'answer'
    | 'deed';
  /** Card whose picture stands before the entry. */
  card?: Card;
  /** The key of what counts as opened by it, where that is another entry. */
  opens?: string;
  to?: string;
  run?: () => void;
  /** Asks before this card is blocked or unblocked. */
  changes?: Card;
  /** Text to continue typing with: the action is chosen, the card is not. */
  fill?: string;
}

export interface Scored {
  entry: Entry;
  /** Same scale as `matchWords`. */
  score: number;
}

export interface Group {
  title: string;
  entries: readonly Entry[];
}

/** The best of them, in their own order where they are equally good. */
export function pickBest<One extends { score: number }>(scored: readonly One[], max: number): One[] {
  return scored
    .filter(({ score }) => score > MATCH.none)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, max);
}

import { MATCH } from '../../lib/match-words.ts';
import type { Card } from '../../cards/describe-card.ts';
import type { PaletteEntry } from '../../ui/Palette.tsx';

/** What the palette offers, and what choosing it does: one of the last four. */
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
  /** Whose face stands before it. */
  card?: Card;
  /** The key of what counts as opened by it, where that is another entry. */
  opens?: string;
  to?: string;
  run?: () => void;
  /** Asks before this card is blocked or unblocked. */
  changes?: Card;
  /** Goes on typing: the deed is chosen, the card is not. */
  fill?: string;
}

export interface Scored {
  entry: Entry;
  /** As `matchWords`. */
  score: number;
}

export interface Group {
  title: string;
  entries: readonly Entry[];
}

/** The best of them, in their own order where they are equally good. */
export function pickBest<One extends { score: number }>(scored: readonly One[], most: number): One[] {
  return scored
    .filter(({ score }) => score > MATCH.none)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, most);
}

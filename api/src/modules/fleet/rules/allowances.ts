import type { LiveException } from './raise-rules.ts';

/** Something that was allowed for a card and that no purchase has used up, as far as was looked. */
export interface Allowance extends LiveException {
  cardId: number;
  from: Date;
  /** The card's first purchase since; null: there is none. */
  usedAt: Date | null;
}

/** What was allowed for cards, used up by one purchase after the other, in the order in which they are given. Pure. */
export class Allowances {
  private readonly byCard: Map<number, Allowance[]>;
  private readonly gone = new Set<number>();

  constructor(all: readonly Allowance[]) {
    this.byCard = Map.groupBy(all, ({ cardId }) => cardId);
  }

  /** What raises the rules for this purchase: of what is allowed at its time, all of which it uses up, what none had used before. */
  use({ cardId, at }: { cardId: number; at: Date }): LiveException[] {
    const allowed = (this.byCard.get(cardId) ?? []).filter(
      ({ id, from, until }) => from <= at && at < until && !this.gone.has(id),
    );
    for (const { id } of allowed) this.gone.add(id);
    return allowed.filter(({ usedAt }) => usedAt === null || usedAt >= at);
  }

  /** Ids of all that was used up. */
  used(): number[] {
    return [...this.gone];
  }
}

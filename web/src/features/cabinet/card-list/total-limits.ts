import type { Card } from '../../../cards/describe-card.ts';
import { hasLimit, type Limit } from '../../../cards/LimitMeter.tsx';

/** Limits of one unit and period of so many cards, added up. */
type TotalLimit = Omit<Limit, 'source'> & { cards: number };
export type CardGroup = { id: number; title: string; count: number; totals: TotalLimit[] };

/**
 * Groups the cards that are in one of these groups, by themselves or by their truck, and adds up their limits. Rubles are
 * never added to litres, nor limits of different periods.
 */
export function groupCards(cards: readonly Card[], ids: ReadonlySet<number | null>): CardGroup[] {
  const groups = Map.groupBy(cards, (card) => card.group_id ?? card.group?.id ?? null);
  return [...groups]
    .flatMap(([id, members]) => {
      if (id === null || !ids.has(id)) return [];
      const title = members.find(({ group }) => group?.id === id)?.group?.title ?? `Группа ${id}`;
      return [{ id, title, count: members.length, totals: addLimits(members) }];
    })
    .toSorted((a, b) => a.title.localeCompare(b.title, 'ru'));
}

function addLimits(cards: readonly Card[]): TotalLimit[] {
  const limits = cards.filter(hasLimit).map(({ limit }) => limit);
  const alike = Map.groupBy(limits, ({ unit, period }) => `${unit.id} ${period.id}`);
  return [...alike.values()].flatMap((same) => {
    const [first] = same;
    if (!first) return [];
    const { unit, period } = first;
    const whole = addUp(same.map((limit) => limit.unit_count));
    // A card that is over its limit takes nothing from the rest of another.
    const left = addUp(same.map((limit) => Math.max(0, limit.left)));
    return [{ unit, period, unit_count: whole, spent: addUp([whole, -left]), left, cards: same.length }];
  });
}

/** Adds up rubles or litres to their hundredths, without the remainders of binary fractions. */
function addUp(amounts: readonly number[]): number {
  return Math.round(amounts.reduce((total, amount) => total + amount, 0) * 100) / 100;
}

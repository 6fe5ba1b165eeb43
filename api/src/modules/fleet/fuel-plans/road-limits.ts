import { GOODS_TREE, LIMIT_PERIOD, LIMIT_UNIT } from '#contract/ids.ts';
import { SPENDING_MEASURES, SPENDING_PERIODS, type SpendingPeriod } from '#contract/rule-values.ts';
import { lastFour } from '#contract/card-number.ts';
import { formatLitres, formatRubles, moscowDay } from '../../../lib/money-format.ts';
import { wordsOf } from '../rules/decide.ts';
import type { RuleNames } from '../rules/rule-facts.ts';
import type { PlanCard } from './read-plan-cards.ts';
import type { RoadPlace } from './road-stations.ts';

/** What a card may buy at some of the places together: centilitres, kopecks or fillings. */
export interface CardLimit {
  /** Indices of places, rising. */
  places: number[];
  of: 'fuel' | 'money' | 'fillings';
  most: number;
  /** In Russian. */
  words: string;
}

/** The limits of the cards over the trip: each period of the calendar that the truck drives through is one. */
export function limitsOnRoad(
  places: readonly RoadPlace[],
  { cards, names, now }: { cards: readonly PlanCard[]; names: RuleNames; now: Date },
): CardLimit[] {
  return cards.flatMap((card) => {
    const own = places.flatMap((place, index) =>
      place.card.id === card.id ? [{ index, at: place.expectedAt }] : [],
    );
    if (own.length === 0) return [];
    return saidOf(card, names).flatMap(({ period, of, whole, used, words }) => {
      const byPeriod = Map.groupBy(own, ({ at }) => periodOf(at, period));
      return [...byPeriod].map(([key, those]): CardLimit => ({
        places: those.map(({ index }) => index),
        of,
        most: Math.max(0, whole - (key === periodOf(now, period) ? used : 0)),
        words: `карта •• ${lastFour(card.number)}: ${words}`,
      }));
    });
  });
}

interface Said {
  period: SpendingPeriod;
  of: CardLimit['of'];
  whole: number;
  used: number;
  words: string;
}

function saidOf(card: PlanCard, names: RuleNames): Said[] {
  const rules = card.effective.flatMap(({ rule }): Said[] => {
    if (rule.kind === 'fillings_day' && rule.value !== null) {
      const words = wordsOf(rule, names);
      return [{ period: 'day', of: 'fillings', whole: rule.value, used: card.spent.fillingsToday, words }];
    }
    for (const period of SPENDING_PERIODS) {
      for (const measure of SPENDING_MEASURES) {
        if (rule.kind !== `${measure}_${period}` || typeof rule.value !== 'number') continue;
        const used = card.spent[period][measure];
        const of = measure === 'litres' ? 'fuel' : 'money';
        return [{ period, of, whole: Math.round(rule.value * 100), used, words: wordsOf(rule, names) }];
      }
    }
    return [];
  });
  const { limit } = card;
  if (!limit || (limit.goodsGroups.length > 0 && !limit.goodsGroups.includes(GOODS_TREE.diesel)))
    return rules;
  const isFuel = LIMIT_UNIT[limit.unit].column === 'centilitres';
  const { calendarUnit: period, per } = LIMIT_PERIOD[limit.period];
  const amount = isFuel ? formatLitres(limit.count) : formatRubles(limit.count);
  const words = `лимит ${amount} в ${per}`;
  return [...rules, { period, of: isFuel ? 'fuel' : 'money', whole: limit.count, used: limit.spent, words }];
}

/** Of Moscow's calendar: moments of one period have one name. */
function periodOf(at: Date, period: SpendingPeriod): string {
  const day = moscowDay(at);
  if (period === 'once') return '';
  if (period === 'day') return day;
  if (period === 'month') return day.slice(0, 7);
  if (period === 'quarter') return `${day.slice(0, 4)} ${Math.floor((Number(day.slice(5, 7)) - 1) / 3)}`;
  const weekday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
  return moscowDay(at, -weekday);
}

import { isWithin } from '#contract/values/federal-districts.ts';
import type { CalendarUnit } from '#contract/ids.ts';
import {
  BUDGET_PERIODS,
  type BudgetKind,
  type BudgetPeriod,
  SPENDING_MEASURES,
  SPENDING_PERIODS,
  TANK,
  type Rule,
  type RuleKind,
  type SpendingMeasure,
  type SpendingPeriod,
} from '#contract/fleet/rule-values.ts';
import { counted } from '#contract/values/counted.ts';
import { formatHours, isWithinHours, type RuleHours } from './hours-of-rule.ts';

/**
 * Ways to enforce a rule: a limit or goods that networks enforce themselves, a card that the portal closes, or only the
 * portal's answer to a question from the pump.
 */
type EnforcementKind = 'limit' | 'goods' | 'close' | 'ask';

/** Properties in which the kinds of rules differ. */
export interface KindRow {
  hold: EnforcementKind;
  /** Its part of the sentence. */
  words(value: never, names: RuleNames): string;
  /** Returns why the purchase breaks the rule, as a sentence; null where it does not. */
  broken(value: never, facts: PurchaseFacts, names: RuleNames): string | null;
}

type RuleValue<Kind extends RuleKind> = NonNullable<Extract<Rule, { kind: Kind }>['value']>;
interface TypedRow<Value> extends Pick<KindRow, 'hold'> {
  words(value: Value, names: RuleNames): string;
  broken(value: Value, facts: PurchaseFacts, names: RuleNames): string | null;
}

const PERIOD: Record<SpendingPeriod, { per: string; next: string }> = {
  day: { per: 'в сутки', next: 'завтра' },
  week: { per: 'в неделю', next: 'на следующей неделе' },
  month: { per: 'в месяц', next: 'в следующем месяце' },
  quarter: { per: 'в квартал', next: 'в следующем квартале' },
  once: { per: 'всего', next: 'когда предел поднимут' },
};

const MEASURE: Record<SpendingMeasure, { unit: string; of(facts: PurchaseFacts): number }> = {
  litres: { unit: 'л', of: (facts) => facts.centilitres },
  sum: { unit: '₽', of: (facts) => facts.sumKopecks ?? 0 },
};

function spending(measure: SpendingMeasure, period: SpendingPeriod): TypedRow<number> {
  const { unit, of } = MEASURE[measure];
  const { per, next } = PERIOD[period];
  return {
    hold: period === 'once' ? 'close' : 'limit',
    words: (value) => `до ${figure(value)} ${unit} ${per}`,
    broken(value, facts) {
      const left = Math.round(value * 100) - facts.spent[period][measure];
      if (of(facts) <= left) return null;
      const rest = left > 0 ? `осталось ${figure(left / 100)} ${unit}` : `всё израсходовано, снова ${next}`;
      return `По правилу до ${figure(value)} ${unit} ${per}: ${rest}.`;
    },
  };
}

/** A limit that all cards of a group share. A network can't count it, so the portal closes cards or answers the pump. */
function budget(measure: SpendingMeasure, period: BudgetPeriod): TypedRow<number> {
  const { unit, of } = MEASURE[measure];
  const { per, next } = PERIOD[period];
  return {
    hold: 'limit',
    words: (value) => `вся группа вместе до ${figure(value)} ${unit} ${per}`,
    broken(value, facts) {
      const { title, [period]: spent } = facts.spentTogether;
      const left = Math.round(value * 100) - spent[measure];
      if (of(facts) <= left) return null;
      const budget = `Бюджет группы «${title}»`;
      return left > 0
        ? `${budget} до ${figure(value)} ${unit} ${per}: осталось ${figure(left / 100)} ${unit}.`
        : `${budget} исчерпан: ${figure(spent[measure] / 100)} из ${figure(value)} ${unit} ${per}, снова ${next}.`;
    },
  };
}

const BUDGETS = Object.fromEntries(
  BUDGET_PERIODS.flatMap((period) =>
    SPENDING_MEASURES.map((measure) => [`together_${measure}_${period}`, budget(measure, period)]),
  ),
) as Record<BudgetKind, TypedRow<number>>;

type Spendings = Record<`${SpendingMeasure}_${CalendarUnit | 'once'}`, TypedRow<number>>;
const SPENDINGS = Object.fromEntries(
  SPENDING_PERIODS.flatMap((period) =>
    SPENDING_MEASURES.map((measure) => [`${measure}_${period}`, spending(measure, period)]),
  ),
) as Spendings;

/** Every kind of rule, in the order of the sentence. */
const ROWS: { [Kind in RuleKind]: TypedRow<RuleValue<Kind>> } = {
  goods: {
    hold: 'goods',
    words: (ids, names) => names.goods(ids),
    broken: (ids, { goodsId }, names) =>
      goodsId === null || ids.includes(goodsId)
        ? null
        : `По правилу карта платит только за: ${names.goods(ids)}.`,
  },
  ...SPENDINGS,
  fillings_day: {
    hold: 'close',
    words: (max) => `до ${counted(max, ['заправки', 'заправок', 'заправок'])} в сутки`,
    broken: (max, { spent }) =>
      spent.fillingsToday < max
        ? null
        : `По правилу до ${counted(max, ['заправки', 'заправок', 'заправок'])} в сутки, и сегодня они были. Снова завтра.`,
  },
  hours: {
    hold: 'close',
    words: (hours: RuleHours) => formatHours(hours),
    broken: (hours: RuleHours, { at }) =>
      isWithinHours(hours, at) ? null : `По правилу заправляться можно ${formatHours(hours)} по Москве.`,
  },
  networks: {
    hold: 'close',
    words: (ids, names) => `сети: ${names.networks(ids)}`,
    broken: (ids, { partnerId }, names) =>
      ids.includes(partnerId)
        ? null
        : `По правилу можно заправляться только в сетях: ${names.networks(ids)}.`,
  },
  regions: {
    hold: 'ask',
    words: (regions) => regions.join(', '),
    broken: (regions, { station }) =>
      station === null || isWithin(station.region, regions)
        ? null
        : `АЗС в регионе «${station.region}», а по правилу можно: ${regions.join(', ')}.`,
  },
  stations: {
    hold: 'ask',
    words: (stations) => `${counted(stations.length, ['АЗС', 'АЗС', 'АЗС'])} из списка`,
    broken: (stations, { station }) =>
      station === null || stations.includes(station.address) ? null : 'Этой АЗС нет в списке разрешённых.',
  },
  litres_filling: {
    hold: 'ask',
    words: (max) => (max === TANK ? 'не больше бака' : `до ${figure(max)} л за раз`),
    broken(max, { centilitres, tankLitres }) {
      const litres = max === TANK ? tankLitres : max;
      if (litres === null || centilitres <= Math.round(litres * 100)) return null;
      return max === TANK
        ? `Больше бака: в нём ${figure(litres)} л.`
        : `По правилу до ${figure(litres)} л за одну заправку.`;
    },
  },
  price: {
    hold: 'ask',
    words: (percent) =>
      percent === 0 ? 'не дороже средней по региону' : `не дороже средней по региону на ${percent} %`,
    broken(percent, { unitPriceKopecks: price, regionMeanKopecks: mean }) {
      if (price === null || mean === null || price * 100 <= mean * (100 + percent)) return null;
      return `Литр по ${figure(price / 100)} ₽, средняя по региону ${figure(mean / 100)} ₽: дороже, чем разрешает правило.`;
    },
  },
  on_request: {
    hold: 'close',
    words: (minutes) => `открывается на ${counted(minutes, ['минуту', 'минуты', 'минут'])}`,
    broken: (minutes, { at, openUntil }) =>
      openUntil !== null && at < openUntil
        ? null
        : `Карта закрыта: откройте её перед заправкой, до ${counted(minutes, ['минуты', 'минут', 'минут'])}.`,
  },
  ...BUDGETS,
};

export const RULE_KIND: Readonly<Record<RuleKind, KindRow>> = ROWS;
/** Kinds in the order of the sentence. */
export const KINDS_IN_ORDER = Object.keys(ROWS) as RuleKind[];

const FIGURES = new Intl.NumberFormat('ru', { maximumFractionDigits: 2 });
/** «1 500,5», with no-break spaces. */
export function figure(value: number): string {
  return FIGURES.format(value);
}

/** Measure, period and what was spent of a rule that counts money or litres; null for other kinds. */
export function countSpent(
  kind: RuleKind,
  facts: Pick<PurchaseFacts, 'spent' | 'spentTogether'>,
): { measure: SpendingMeasure; spent: number } | null {
  const [, together, measure, period] = /^(together_)?(litres|sum)_(.+)$/.exec(kind) ?? [];
  if (!(SPENDING_PERIODS as readonly (string | undefined)[]).includes(period)) return null;
  const counter = together
    ? facts.spentTogether[period as BudgetPeriod]
    : facts.spent[period as SpendingPeriod];
  return { measure: measure as SpendingMeasure, spent: counter[measure as SpendingMeasure] };
}

/** Amount by which a counting rule is to be higher, in hundredths of a litre or kopecks. */
export type Raises = Partial<Record<RuleKind, number>>;

/** Purchases up to a moment, in kopecks and hundredths of a litre. */
export type Spent = Record<SpendingPeriod, Record<SpendingMeasure, number>> & { fillingsToday: number };

/** Purchases of all cards of a group in the current periods, in kopecks and hundredths of a litre, and the group's title. */
export type SpentTogether = Record<BudgetPeriod, Record<SpendingMeasure, number>> & { title: string };

/** All facts that a rule checks. An unknown fact breaks no rule. */
export interface PurchaseFacts {
  at: Date;
  partnerId: number;
  goodsId: number | null;
  centilitres: number;
  sumKopecks: number | null;
  unitPriceKopecks: number | null;
  station: { address: string; region: string } | null;
  /** The mean price of diesel in the station's region; only diesel is compared. */
  regionMeanKopecks: number | null;
  tankLitres: number | null;
  spent: Spent;
  spentTogether: SpentTogether;
  /** A card that is closed by default is open until then. */
  openUntil: Date | null;
}

/** Names used in sentences. */
export interface RuleNames {
  goods(ids: readonly number[]): string;
  networks(ids: readonly number[]): string;
}

export function zeroSpent(): Spent {
  return {
    day: { litres: 0, sum: 0 },
    week: { litres: 0, sum: 0 },
    month: { litres: 0, sum: 0 },
    quarter: { litres: 0, sum: 0 },
    once: { litres: 0, sum: 0 },
    fillingsToday: 0,
  };
}

export const NOTHING_SPENT_TOGETHER: Readonly<SpentTogether> = {
  title: '',
  day: { litres: 0, sum: 0 },
  week: { litres: 0, sum: 0 },
  month: { litres: 0, sum: 0 },
};

export const NOTHING_SPENT: Readonly<Spent> = zeroSpent();

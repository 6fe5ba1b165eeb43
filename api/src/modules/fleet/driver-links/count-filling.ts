import { CARD_STATUS, LIMIT_PERIOD, LIMIT_UNIT } from '#contract/ids.ts';
import {
  isBudgetKind,
  type RuleKind,
  type SpendingMeasure,
  type SpendingPeriod,
} from '#contract/fleet/rule-values.ts';
import type { Kopecks } from '#contract/kopecks.ts';
import type { readCard } from '../../cards/cards/read-card.ts';
import { kindOfLimit } from '../rules/limits/own-layer.ts';
import type { FuelKind } from '../vehicles/vehicle.ts';
import type { DriverRules } from './read-driver-rules.ts';
import type { StopReason } from './texts/driver-text.ts';

type CardRecord = Awaited<ReturnType<typeof readCard>>;

/** Why nothing can be filled now. */
export interface Stop {
  reason: StopReason;
  /** The period of a spent limit. */
  period: SpendingPeriod | null;
  /** Sentence of the rule or of the person who closed it, in Russian. */
  sentence: string | null;
}

/** Figure of the driver’s page: the litres that the card lets be filled now. */
export interface FillingFigure {
  /** Whole litres. Null means that neither a price nor a limit in litres is known. */
  litres: number | null;
  /** Price that the money is divided by, or null when none is known. */
  price: Kopecks | null;
  /** The limit that allows least, in hundredths of its measure; `isOwn`: it is the card's chosen one. */
  nearest: { left: number; measure: SpendingMeasure; isUntouched: boolean; isOwn: boolean } | null;
  stop: Stop | null;
}

export interface FillingFacts {
  card: CardRecord;
  rules: DriverRules;
  fuel: FuelKind | null;
  price: Kopecks | null;
  /** Text of the works that go on at the network. Null means that there are none. */
  works: string | null;
  isSilent: boolean;
}

/** Counts the litres that money, limits and rules allow together. Pure. */
export function countFilling(facts: FillingFacts): FillingFigure {
  const { card, rules, price } = facts;
  const toLitres = (hundredths: number, measure: SpendingMeasure) => {
    if (measure === 'litres' || hundredths === 0) return hundredths;
    return price === null ? null : (hundredths * 100) / price;
  };
  const limits = listLimits(facts)
    .map((limit) => ({ ...limit, litres: toLitres(limit.left, limit.measure) }))
    .toSorted((one, other) => (one.litres ?? Infinity) - (other.litres ?? Infinity));
  const [nearest = null] = limits;
  const caps = [toLitres(Math.max(0, card.balance), 'sum'), rules.perFilling, nearest?.litres ?? null];
  const known = caps.filter((cap) => cap !== null);
  const litres = known.length === 0 ? null : Math.floor(Math.min(...known) / 100);
  const stop = findStop(facts) ?? findShortage(litres, { nearest, card });
  return { litres: stop ? 0 : litres, price, nearest, stop };
}

interface Limit {
  left: number;
  measure: SpendingMeasure;
  period: SpendingPeriod;
  isUntouched: boolean;
  isOwn: boolean;
}

function listLimits({ card: { limit }, rules, fuel }: FillingFacts): Limit[] {
  const chosen = limit && kindOfLimit(limit);
  const ruleProblem = [...rules.left.filter(({ kind }) => kind !== chosen), ...rules.together].map(
    ({ left, measure, of, period }) => ({ left, measure, period, isUntouched: left === of, isOwn: false }),
  );
  // A limit on other goods says nothing of the truck's fuel.
  const counts =
    limit && (limit.goodsGroups.length === 0 || fuel === null || limit.goodsGroups.includes(fuel));
  if (!limit || !counts) return ruleProblem;
  const own: Limit = {
    left: Math.max(0, limit.count - limit.spent),
    measure: LIMIT_UNIT[limit.unit].rules,
    period: LIMIT_PERIOD[limit.period].calendarUnit,
    isUntouched: limit.spent === 0,
    isOwn: true,
  };
  return [own, ...ruleProblem];
}

/** Why the network would refuse now, as far as we know. Null means that nothing prevents it. */
function findStop({ card, rules, works, isSilent }: FillingFacts): Stop | null {
  if (card.statusId === CARD_STATUS.notSetUp) return stopFor('notSetUp');
  if (rules.closedBy) return toRuleStop(rules.closedBy);
  if (card.statusId === CARD_STATUS.blocked) {
    if (card.hold?.kind === 'signal') return stopFor('checked', card.hold.reason);
    return stopFor(card.hold ? 'programme' : 'blocked');
  }
  if (works !== null) return stopFor('works', works);
  if (isSilent) return stopFor('silent');
  return null;
}

function findShortage(
  litres: number | null,
  { nearest, card }: { nearest: Limit | null; card: CardRecord },
): Stop | null {
  if (card.balance <= 0) return stopFor('money');
  if (nearest?.left === 0) return { ...stopFor('limit'), period: nearest.period };
  return litres === 0 ? stopFor('money') : null;
}

function stopFor(reason: StopReason, sentence: string | null = null): Stop {
  return { reason, sentence, period: null };
}

function toRuleStop({ rule, sentence }: { rule: RuleKind; sentence: string }): Stop {
  if (isBudgetKind(rule)) return stopFor('budget', sentence);
  if (rule === 'hours') return stopFor('hours', sentence);
  if (rule === 'fillings_day') return stopFor('fillings', sentence);
  const [, period] = /^(?:litres|sum)_(day|week|month|quarter|once)$/.exec(rule) ?? [];
  if (period === 'once') return stopFor('spent', sentence);
  return period
    ? { reason: 'limit', sentence: null, period: period as SpendingPeriod }
    : stopFor('rule', sentence);
}

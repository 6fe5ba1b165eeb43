import {
  LIMIT_PERIOD,
  LIMIT_UNIT,
  LIMIT_UNITS,
  type LimitPeriod,
  type LimitUnit,
  type PartnerId,
} from '#contract/ids.ts';
import type { HeldBy } from '#contract/rules.ts';
import { SPENDING_KINDS, type RuleKind } from '#contract/rule-values.ts';
import type { Context } from '../../../context.ts';
import { limitPeriodsOf } from '../../cards/cards/limit-periods.ts';
import type { EffectiveRule, HeldRule } from './decide.ts';
import { RULE_KIND } from './rule-kind.ts';

/** What a network can do for the rules of its cards. */
export interface NetworkAbility {
  limitPeriods: readonly LimitPeriod[];
  choosesGoods: boolean;
  blocksCards: boolean;
  /** It asks the portal before each sale. */
  asks: boolean;
}

type Networks = Pick<Context, 'networkIds' | 'networkOf' | 'addedNetwork' | 'simulated' | 'config'>;

/** The simulated networks ask before each sale, as `POST /dev/fuel` shows; no real one's documents say that it does. */
export function abilityOf(ctx: Networks, partnerId: PartnerId): NetworkAbility {
  const added = ctx.addedNetwork(partnerId);
  return {
    limitPeriods: limitPeriodsOf(ctx, partnerId),
    choosesGoods: added?.choosesGoods ?? true,
    blocksCards: added?.blocksCards ?? true,
    asks: isSimulated(ctx, partnerId),
  };
}

function isSimulated(ctx: Networks, partnerId: PartnerId): boolean {
  if (ctx.simulated === null) return false;
  const added = ctx.addedNetwork(partnerId);
  return added ? added.adapter === 'simulated' : true;
}

export interface PushedLimit {
  kind: RuleKind;
  /** Litres or rubles. */
  count: number;
  unit: LimitUnit;
  period: LimitPeriod;
}

/** The one limit that the network is asked to hold: of those that it can count the one of the shortest period. */
export function limitToPush(
  effective: readonly EffectiveRule[],
  { limitPeriods }: NetworkAbility,
): PushedLimit | null {
  for (const kind of SPENDING_KINDS) {
    const said = effective.find(({ rule }) => rule.kind === kind)?.rule.value;
    const [measure, unitOfCalendar] = kind.split('_');
    const period = limitPeriods.find((one) => LIMIT_PERIOD[one].calendarUnit === unitOfCalendar);
    if (typeof said === 'number' && period) return { kind, count: said, unit: unitOf(measure), period };
  }
  return null;
}

function unitOf(measure: string | undefined): LimitUnit {
  const field = measure === 'litres' ? 'litres' : 'rubles';
  return LIMIT_UNITS.find((unit) => LIMIT_UNIT[unit].field === field) as LimitUnit;
}

/** Who holds each rule at a network with this ability. */
export function holdAll(effective: readonly EffectiveRule[], ability: NetworkAbility): HeldRule[] {
  const pushed = limitToPush(effective, ability)?.kind;
  return effective.map((one) => {
    const { kind } = one.rule;
    const heldBy = heldByOf(kind, ability, pushed);
    return { ...one, heldBy, note: noteOf(kind, heldBy, ability) };
  });
}

function heldByOf(kind: RuleKind, ability: NetworkAbility, pushed: RuleKind | undefined): HeldBy {
  const { hold } = RULE_KIND[kind];
  if (kind === pushed || (hold === 'goods' && ability.choosesGoods)) return 'network';
  if (ability.asks) return 'portal';
  return ability.blocksCards && (hold === 'close' || hold === 'limit') ? 'portal' : 'watched';
}

function noteOf(kind: RuleKind, heldBy: HeldBy, { asks }: NetworkAbility): string | null {
  const { hold } = RULE_KIND[kind];
  if (heldBy !== 'portal') return null;
  if (asks) return 'Сеть спрашивает портал перед каждой продажей';
  return hold === 'limit' || kind === 'fillings_day' || kind.endsWith('_once')
    ? 'Портал закроет карту, когда предел будет выбран: последняя покупка может его превысить'
    : 'Портал закрывает и открывает карту';
}

const WEAKEST: readonly HeldBy[] = ['watched', 'portal', 'network'];
/** Of several networks the one that holds it least. */
export function weakest(held: readonly HeldBy[]): HeldBy {
  return WEAKEST.find((one) => held.includes(one)) ?? 'portal';
}

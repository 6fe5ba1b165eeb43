import {
  LIMIT_PERIOD,
  LIMIT_PERIODS,
  LIMIT_UNIT,
  LIMIT_UNITS,
  type LimitPeriod,
  type LimitUnit,
  type PartnerId,
} from '#contract/ids.ts';
import type { HeldBy, RuleLayer } from '#contract/rules.ts';
import { SPENDING_KINDS, type RuleKind } from '#contract/rule-values.ts';
import type { Context } from '../../../context.ts';
import type { ChosenLimit } from '../../cards/cards/card-change.ts';
import { ALL_GROUPS } from '../../cards/cards/choose-limit.ts';
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

/** The ability without what the network has refused for a card. */
export function withoutRefused(ability: NetworkAbility, refused: readonly string[]): NetworkAbility {
  return {
    ...ability,
    limitPeriods: refused.includes('limit') ? [] : ability.limitPeriods,
    choosesGoods: ability.choosesGoods && !refused.includes('goods'),
  };
}

const NEAREST_FIRST: readonly RuleLayer[] = ['card', 'group', 'profile'];

/**
 * The one limit that the network is asked to hold, of those that it can count: that of the nearest layer, so that a wider one
 * never takes its place; within a layer the one that was chosen as the card's limit, else that of the shortest period.
 */
export function limitToPush(
  effective: readonly EffectiveRule[],
  { limitPeriods }: Pick<NetworkAbility, 'limitPeriods'>,
): EffectiveRule | null {
  const able = effective.filter(
    ({ rule }) => typeof rule.value === 'number' && periodOfKind(rule.kind, limitPeriods) !== null,
  );
  const nearest = NEAREST_FIRST.map((layer) => able.filter((one) => one.layer === layer)).find(
    (some) => some.length > 0,
  );
  if (!nearest) return null;
  const inOrder = SPENDING_KINDS.flatMap((kind) => nearest.filter(({ rule }) => rule.kind === kind));
  return inOrder.find(({ rule }) => rule.chosen) ?? inOrder[0] ?? null;
}

/** A limit as a network takes it, with the layer that it comes from. */
export function toNetworkLimit({
  rule,
  layer,
}: EffectiveRule): NonNullable<ChosenLimit> & { source: RuleLayer } {
  return {
    count: Math.round((rule.value as number) * 100),
    unit: LIMIT_UNITS.find((unit) => rule.kind.startsWith(LIMIT_UNIT[unit].rules)) as LimitUnit,
    period: periodOfKind(rule.kind, LIMIT_PERIODS) as LimitPeriod,
    goodsGroups: [...(rule.groups ?? ALL_GROUPS)],
    source: layer,
  };
}

/** Null: it is no limit of these periods. */
export function periodOfKind(kind: RuleKind, periods: readonly LimitPeriod[]): LimitPeriod | null {
  if (!(SPENDING_KINDS as readonly RuleKind[]).includes(kind)) return null;
  const unit = kind.slice(kind.indexOf('_') + 1);
  return periods.find((period) => LIMIT_PERIOD[period].calendarUnit === unit) ?? null;
}

/** Who holds each rule at a network with this ability. */
export function holdAll(effective: readonly EffectiveRule[], ability: NetworkAbility): HeldRule[] {
  const pushed = limitToPush(effective, ability)?.rule.kind;
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

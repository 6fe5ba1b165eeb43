import {
  LIMIT_PERIOD,
  LIMIT_PERIODS,
  LIMIT_UNIT,
  LIMIT_UNITS,
  type LimitPeriod,
  type LimitUnit,
  type PartnerId,
} from '#contract/ids.ts';
import type { EnforcedBy, RuleLayer } from '#contract/fleet/rules.ts';
import { SPENDING_KINDS, type RuleKind } from '#contract/fleet/rule-values.ts';
import type { LimitSource } from '#contract/cards/limit.ts';
import type { Context } from '../../../../context.ts';
import { asksBeforeSale } from '../../../programme/partners/network-at-pump.ts';
import type { ChosenLimit } from '../../../cards/cards/card-change.ts';
import { toCountedGroups } from '../../../cards/cards/goods-group.ts';
import { listLimitPeriods } from '../../../cards/cards/limit-spending.ts';
import type { CardRules, EffectiveRule, EnforcedRule } from './decide.ts';
import { RULE_KIND } from './rule-kind.ts';
import { goodsOfPartner } from '../../../cards/cards/network-abilities.ts';

/** Features of a network for the rules of its cards. */
export interface NetworkAbility {
  limitPeriods: readonly LimitPeriod[];
  choosesGoods: boolean;
  blocksCards: boolean;
  /** The network asks the portal before each sale. */
  asks: boolean;
}

type Networks = Pick<Context, 'networkIds' | 'getNetwork' | 'addedNetwork' | 'isSimulated' | 'config'>;

/** Returns the features of a network, as it is connected now. */
export function getNetworkAbility(ctx: Networks, partnerId: PartnerId): NetworkAbility {
  const added = ctx.addedNetwork(partnerId);
  return {
    limitPeriods: listLimitPeriods(ctx, partnerId),
    choosesGoods: added?.choosesGoods ?? true,
    blocksCards: added?.blocksCards ?? true,
    asks: asksBeforeSale(ctx, partnerId),
  };
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
  const nearest = NEAREST_FIRST.map((layer) =>
    able.filter((effectiveRule) => effectiveRule.layer === layer),
  ).find((some) => some.length > 0);
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
    goodsGroups: toCountedGroups(rule.groups ?? []),
    source: layer,
  };
}

/** Returns null when the kind is not a limit of these periods. */
function periodOfKind(kind: RuleKind, periods: readonly LimitPeriod[]): LimitPeriod | null {
  if (!(SPENDING_KINDS as readonly RuleKind[]).includes(kind)) return null;
  const unit = kind.slice(kind.indexOf('_') + 1);
  return periods.find((period) => LIMIT_PERIOD[period].calendarUnit === unit) ?? null;
}

/** Returns who enforces each rule at a network with this ability. */
export function toEnforcedRules(
  effective: readonly EffectiveRule[],
  ability: NetworkAbility,
): EnforcedRule[] {
  const pushed = limitToPush(effective, ability)?.rule.kind;
  return effective.map((effectiveRule) => {
    const { kind } = effectiveRule.rule;
    const heldBy = chooseEnforcer(kind, ability, pushed);
    return { ...effectiveRule, heldBy, note: getNote(kind, heldBy, ability) };
  });
}

function chooseEnforcer(kind: RuleKind, ability: NetworkAbility, pushed: RuleKind | undefined): EnforcedBy {
  const { hold } = RULE_KIND[kind];
  if (kind === pushed || (hold === 'goods' && ability.choosesGoods)) return 'network';
  if (ability.asks) return 'portal';
  return ability.blocksCards && (hold === 'close' || hold === 'limit') ? 'portal' : 'watched';
}

function getNote(kind: RuleKind, heldBy: EnforcedBy, { asks }: NetworkAbility): string | null {
  const { hold } = RULE_KIND[kind];
  if (heldBy !== 'portal') return null;
  if (asks) return 'Сеть спрашивает портал перед каждой продажей';
  return hold === 'limit' || kind === 'fillings_day' || kind.endsWith('_once')
    ? 'Портал закроет карту, когда предел будет выбран: последняя покупка может его превысить'
    : 'Портал закрывает и открывает карту';
}

const WEAKEST_FIRST: readonly EnforcedBy[] = ['watched', 'portal', 'network'];
/** Returns the weakest enforcement among several networks. */
export function weakest(enforced: readonly EnforcedBy[]): EnforcedBy {
  return WEAKEST_FIRST.find((item) => enforced.includes(item)) ?? 'portal';
}

/** State that a card's network enforces, or will enforce when it has received the last choice. */
export interface EnforcedAtNetwork {
  partnerId: PartnerId;
  limit: ChosenLimit;
  goodsIds: readonly number[];
  goodsSource: LimitSource | null;
}

interface WantedGoods {
  goodsIds: number[];
  source: LimitSource;
}

/** Differences between the network and the layers. An absent field means no difference. */
export interface Gaps {
  limit?: ChosenLimit;
  goods?: WantedGoods;
}

/** Compares what a network enforces with the layers. A value that no layer has ever set is left as it is. */
export function findGaps(
  ctx: Context,
  atNetwork: EnforcedAtNetwork,
  rules: CardRules,
  goodsBefore: readonly number[] | null,
): Gaps {
  const first = limitToPush(rules.effective, getNetworkAbility(ctx, atNetwork.partnerId));
  const limit = first && toNetworkLimit(first);
  const goods = wantedGoods(ctx, atNetwork, rules, goodsBefore);
  return {
    ...(isLimitGap(atNetwork.limit, limit) && { limit }),
    ...(goods && isGoodsGap(atNetwork, goods) && { goods }),
  };
}

function isLimitGap(atNetwork: ChosenLimit, wanted: ChosenLimit): boolean {
  if (atNetwork && !wanted) return (atNetwork.source ?? null) !== null;
  return !isSameLimit(atNetwork, wanted) || (atNetwork?.source ?? 'card') !== (wanted?.source ?? 'card');
}

export function isSameLimit(a: ChosenLimit, b: ChosenLimit): boolean {
  if (!a || !b) return a === b;
  return (
    a.count === b.count &&
    a.unit === b.unit &&
    a.period === b.period &&
    isSameSet(toCountedGroups(a.goodsGroups), toCountedGroups(b.goodsGroups))
  );
}

/** Returns null when no layer sets goods, and none has set them before. */
function wantedGoods(
  ctx: Context,
  { partnerId, goodsSource }: EnforcedAtNetwork,
  { effective, layers }: CardRules,
  goodsBefore: readonly number[] | null,
): WantedGoods | null {
  if (!getNetworkAbility(ctx, partnerId).choosesGoods) return null;
  const sold = goodsOfPartner(ctx, partnerId).map(({ id }) => id);
  const found = effective.find(({ rule }) => rule.kind === 'goods');
  const input = (found?.rule.value ?? []) as readonly number[];
  const allowed = sold.filter((id) => input.includes(id));
  // When the network sells none of them, the portal refuses at the pump instead.
  if (found && allowed.length > 0) return { goodsIds: allowed, source: found.layer };
  if (goodsSource === null || goodsSource === 'none') return null;
  const lifted = layers.card.some(({ kind, value }) => kind === 'goods' && value === null);
  return lifted
    ? { goodsIds: sold, source: 'card' }
    : { goodsIds: [...(goodsBefore ?? sold)], source: 'none' };
}

function isGoodsGap({ goodsIds, goodsSource }: EnforcedAtNetwork, wanted: WantedGoods): boolean {
  return !isSameSet(goodsIds, wanted.goodsIds) || (goodsSource ?? 'card') !== wanted.source;
}

export function isSameSet(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((id) => b.includes(id));
}

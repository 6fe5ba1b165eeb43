import type { Context } from '../../../context.ts';
import type { ChosenLimit } from '../../cards/cards/card-change.ts';
import type { LimitSource } from '#contract/cards.ts';
import type { PartnerId } from '#contract/ids.ts';
import { goodsOfPartner } from '../../cards/cards/network-abilities.ts';
import { ALL_GROUPS } from '../../cards/cards/choose-limit.ts';
import type { CardRules } from './read-card-rules.ts';
import { abilityOf, limitToPush, toNetworkLimit } from './network-ability.ts';

/** What a card's network holds, or will when it has heard of the last choice. */
export interface HeldAtNetwork {
  partnerId: PartnerId;
  limit: ChosenLimit;
  goodsIds: readonly number[];
  goodsSource: LimitSource | null;
}

export interface WantedGoods {
  goodsIds: number[];
  source: LimitSource;
}

/** Where the network holds something else than the layers say; absent: it holds what they say. */
export interface Gaps {
  limit?: ChosenLimit;
  goods?: WantedGoods;
}

/** Compares what a network holds with what the layers say. What no layer has ever set is left as it is. */
export function findGaps(
  ctx: Context,
  held: HeldAtNetwork,
  rules: CardRules,
  goodsBefore: readonly number[] | null,
): Gaps {
  const first = limitToPush(rules.effective, abilityOf(ctx, held.partnerId));
  const limit = first && toNetworkLimit(first);
  const goods = wantedGoods(ctx, held, rules, goodsBefore);
  return {
    ...(isGapOfLimit(held.limit, limit) && { limit }),
    ...(goods && isGapOfGoods(held, goods) && { goods }),
  };
}

function isGapOfLimit(held: ChosenLimit, wanted: ChosenLimit): boolean {
  if (held && !wanted) return (held.source ?? null) !== null;
  return !isSameLimit(held, wanted) || (held?.source ?? 'card') !== (wanted?.source ?? 'card');
}

export function isSameLimit(one: ChosenLimit, other: ChosenLimit): boolean {
  if (!one || !other) return one === other;
  const groups = ({ goodsGroups }: NonNullable<ChosenLimit>) =>
    goodsGroups.length === 0 ? ALL_GROUPS : goodsGroups;
  return (
    one.count === other.count &&
    one.unit === other.unit &&
    one.period === other.period &&
    isSameSet(groups(one), groups(other))
  );
}

/** Null: no layer says anything, nor has one said it before. */
function wantedGoods(
  ctx: Context,
  { partnerId, goodsSource }: HeldAtNetwork,
  { effective, layers }: CardRules,
  goodsBefore: readonly number[] | null,
): WantedGoods | null {
  if (!abilityOf(ctx, partnerId).choosesGoods) return null;
  const sold = goodsOfPartner(ctx, partnerId).map(({ id }) => id);
  const found = effective.find(({ rule }) => rule.kind === 'goods');
  const said = (found?.rule.value ?? []) as readonly number[];
  const allowed = sold.filter((id) => said.includes(id));
  // Where the network sells none of them, the portal refuses at the pump instead.
  if (found && allowed.length > 0) return { goodsIds: allowed, source: found.layer };
  if (goodsSource === null || goodsSource === 'none') return null;
  const lifted = layers.card.some(({ kind, value }) => kind === 'goods' && value === null);
  return lifted
    ? { goodsIds: sold, source: 'card' }
    : { goodsIds: [...(goodsBefore ?? sold)], source: 'none' };
}

function isGapOfGoods({ goodsIds, goodsSource }: HeldAtNetwork, wanted: WantedGoods): boolean {
  return !isSameSet(goodsIds, wanted.goodsIds) || (goodsSource ?? 'card') !== wanted.source;
}

export function isSameSet(one: readonly number[], other: readonly number[]): boolean {
  return one.length === other.length && one.every((id) => other.includes(id));
}

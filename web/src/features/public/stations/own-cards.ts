import type { z } from 'zod';
import { shortNumber } from '#contract/values/card-number.ts';
import type { card } from '#contract/cards/cards.ts';
import { CARD_STATUS, GOODS_ENABLED, GOODS_TREE, type LimitUnit, type PartnerId } from '#contract/ids.ts';
import { formatLitres, formatMoney } from '../../../lib/format.ts';

type Card = z.infer<typeof card>;

/** Limit that is left on the card of a network for today or this month, in the form that the fuel plan takes. */
type OwnLimit = { partner_id: PartnerId; unit: LimitUnit; left: number };

/** Data that the plan has about the user's own active cards that buy diesel. */
export type OwnCards = {
  networks: readonly PartnerId[];
  limits: readonly (OwnLimit & { text: string })[];
};

/**
 * The trip takes one card of each network, the one with the most left; if a card has no limit, neither has its network.
 */
export function readOwnCards(cards: readonly Card[]): OwnCards {
  const active = cards.filter((item) => item.status.id === CARD_STATUS.active && buysDiesel(item));
  const networks = [...new Set(active.map(({ partner }) => partner.id))].toSorted((a, b) => a - b);
  return { networks, limits: networks.flatMap((id) => findLimit(id, active) ?? []) };
}

function findLimit(network: PartnerId, active: readonly Card[]): OwnCards['limits'][number] | null {
  const own = active.filter(({ partner }) => partner.id === network);
  const limited = own.flatMap((item) =>
    item.limit && item.limit.unit_count > 0 && countsDiesel(item) ? [{ card: item, limit: item.limit }] : [],
  );
  if (limited.length < own.length) return null;
  const best = limited.toSorted((a, b) => toRubles(b.limit) - toRubles(a.limit))[0];
  if (!best) return null;
  const left = Math.max(0, best.limit.left);
  const amount = best.limit.unit.id === 'sum' ? formatMoney(left) : formatLitres(left);
  const text = `${best.card.partner.title}: ${amount} на карте ${shortNumber(best.card.card_number)}`;
  return { partner_id: network, unit: best.limit.unit.id, left, text };
}

function buysDiesel({ goods }: Card): boolean {
  return goods.some((good) => good.status_id === GOODS_ENABLED && good.treeItem.id === GOODS_TREE.diesel);
}

/** A limit without groups counts everything. */
function countsDiesel({ goodsGroups }: Card): boolean {
  return goodsGroups.length === 0 || goodsGroups.some(({ type }) => type === GOODS_TREE.diesel);
}

/** Used only to compare what is left on two cards. */
const RUBLES_PER_LITRE = 75;

function toRubles({ unit, left }: NonNullable<Card['limit']>): number {
  return unit.id === 'sum' ? left : left * RUBLES_PER_LITRE;
}

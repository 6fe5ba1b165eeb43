import { COMPANY_BLOCKED } from '#contract/companies/blocks.ts';
import type { DeclineCode } from '#contract/fleet/declines.ts';
import { CARD_STATUS, GOODS_TREE, type PartnerId } from '#contract/ids.ts';
import type { Kopecks } from '#contract/kopecks.ts';
import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/database.ts';
import { findGoods, type NetworkGoods } from '../../../gateways/fuel-network/goods.ts';
import { describeHold } from '../../cards/cards/card-holds.ts';
import { readSaleJudge } from '../../fleet/declines/judge-sale.ts';
import { findPlaceOfSale, type RulePlace } from '../../fleet/rules/purchase/find-place.ts';
import { listLastPrices, type AskedCard } from './asked-cards.ts';
import { listPendingFuel } from './authorisations.ts';
import { weighFuel, type FuelGrant } from './weigh-fuel.ts';

/** Fuel that someone wants to buy by a card. */
interface WantedFuel {
  partnerId: PartnerId;
  /** Null: anywhere in the network. */
  station: string | null;
  goodsId: number;
  /** Null: as much as is allowed. */
  centilitres: number | null;
  sum: Kopecks | null;
}

interface Weighed {
  wanted: WantedFuel;
  card: AskedCard;
  now: Date;
}

export interface WeighedFuel {
  grant: FuelGrant;
  /** The group whose budgets the fuel takes from, locked; null where it has none. */
  budgetGroupId: number | null;
}

/** Returns how much of it may be sold. Asks, in this order: the company, the card, its goods, and then the money and the rules for a quantity. */
export async function weighWanted(
  ctx: Context,
  tx: Db,
  { wanted, card, now }: Weighed,
): Promise<WeighedFuel> {
  const goods = findGoods(wanted.goodsId);
  const refusal = findStateRefusal(card, goods);
  if (refusal) return { grant: { granted: false, ...refusal }, budgetGroupId: null };
  const place = wanted.station === null ? null : await findPlaceOfSale(tx, wanted.station);
  const bought = { companyId: card.companyId, cardId: card.id, goodsId: wanted.goodsId };
  const price =
    findStatedPrice(wanted, place, goods as NetworkGoods) ?? (await listLastPrices(tx, [bought]))[0] ?? null;
  const { judge, budgetGroupId } = await readSaleJudge(ctx, tx, {
    purchase: {
      card: { id: card.id, companyId: card.companyId, partnerId: wanted.partnerId },
      at: now,
      goodsId: wanted.goodsId,
      centilitres: wanted.centilitres ?? 0,
      unitPriceKopecks: price,
      sumKopecks: wanted.sum,
      place,
    },
    pending: await listPendingFuel(tx, card.id),
    isBinding: true,
  });
  return { grant: weighFuel({ ...wanted, price, balance: card.balance, judge }), budgetGroupId };
}

/** Returns why nothing can be bought by a card, whatever its money and rules; null when something can. Pure. */
export function findStateRefusal(
  card: AskedCard,
  goods: NetworkGoods | undefined,
): { code: DeclineCode; reason: string } | null {
  if (card.isBlockedCompany) return { code: 'blocked', reason: `${COMPANY_BLOCKED}.` };
  if (card.statusId === CARD_STATUS.notSetUp)
    return { code: 'not-set-up', reason: 'Карта ещё не настроена: выберите виды топлива.' };
  if (card.hold) return { code: 'blocked', reason: describeHold(card.hold) };
  if (card.statusId === CARD_STATUS.blocked)
    return { code: 'blocked', reason: 'Карта заблокирована: разблокируйте её.' };
  if (!goods || !card.goodsIds.includes(goods.id))
    return { code: 'goods', reason: `«${goods?.title ?? 'Этот товар'}» не выбран в услугах карты.` };
  return null;
}

/**
 * Returns kopecks a litre as the network says, else of the list of stations; null where neither does, so that the card's last
 * purchase is asked. Pure.
 */
export function findStatedPrice(
  { centilitres, sum }: Pick<WantedFuel, 'centilitres' | 'sum'>,
  place: RulePlace | null,
  goods: NetworkGoods,
): number | null {
  if (centilitres !== null && sum !== null && sum > 0) return (sum * 100) / centilitres;
  return goods.treeItemId === GOODS_TREE.diesel && place?.dieselKopecks ? place.dieselKopecks : null;
}

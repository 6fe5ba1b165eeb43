import type { LimitSource } from '#contract/cards/limit.ts';
import { CARD_STATUS, type PartnerId } from '#contract/ids.ts';
import { ALL_GOODS_ONLY } from '#contract/fuel/networks.ts';
import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/database.ts';
import { conflict, fieldRefusal } from '../../../errors.ts';
import { findGoods } from '../../../gateways/fuel-network/goods.ts';
import { chooseForCard, type CardAuthor } from './choose-for-card.ts';
import { setCardStatus, updateGoods } from './locked-card-store.ts';
import { goodsOfPartner } from './network-abilities.ts';
import { assertNotInMaintenance } from './policy.ts';

/** Returns the goods, each once and in the networks' own order. Refuses: none or unknown ones (`cg_ids`), 503 a network in maintenance. */
export async function checkGoods(
  ctx: Context,
  { partnerId }: { partnerId: PartnerId },
  goodsIds: readonly number[],
): Promise<number[]> {
  await assertNotInMaintenance(ctx, partnerId);
  if (goodsIds.length === 0) throw fieldRefusal('cg_ids', 'Выберите хотя бы один вид топлива');
  if (!goodsIds.every(findGoods)) throw fieldRefusal('cg_ids', 'Неизвестный вид топлива');
  const sold = goodsOfPartner(ctx, partnerId).map((goods) => goods.id);
  if (!goodsIds.every((id) => sold.includes(id))) throw fieldRefusal('cg_ids', 'Эта сеть такого не продаёт');
  const chosen = sold.filter((id) => goodsIds.includes(id));
  const isWhole = chosen.length === sold.length;
  if (!isWhole && ctx.addedNetwork(partnerId)?.choosesGoods === false)
    throw fieldRefusal('cg_ids', ALL_GOODS_ONLY);
  return chosen;
}

const RECEIPT_AWAITED = 'Карта начнёт работать после получения: нажмите «Карты получены» на странице заявки';

/**
 * Stores the goods that a card may pay for and sends them to the network. The first choice activates a card that is not
 * set up (spec section 4) at once, without waiting for the network, which activates it by the same command. If the
 * network refuses, goods and status are restored. Returns the choice's id, to wait for. Refuses: 409 a
 * card that waits for its receipt.
 */
export function chooseGoods(
  ctx: Context,
  tx: Db,
  author: CardAuthor,
  { goodsIds, source }: { goodsIds: number[]; source: LimitSource },
): Promise<number> {
  return chooseForCard(ctx, tx, author, async (card) => {
    if (card.statusId === CARD_STATUS.notSetUp && card.receiptAwaited) throw conflict(RECEIPT_AWAITED);
    await updateGoods(tx, { companyId: card.companyId, cardId: card.id, goodsIds });
    const setsUp = card.statusId === CARD_STATUS.notSetUp;
    if (setsUp) await setCardStatus(tx, { cardId: card.id, statusId: CARD_STATUS.active });
    return {
      kind: 'goods',
      wanted: { goodsIds, statusId: setsUp ? CARD_STATUS.active : card.statusId, source },
      before: { goodsIds: card.goodsIds, statusId: card.statusId, source: card.goodsSource },
    };
  });
}

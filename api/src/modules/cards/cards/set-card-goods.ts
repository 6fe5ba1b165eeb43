import { CARD_STATUS, type PartnerId } from '#contract/ids.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { fieldRefusal } from '../../../errors.ts';
import { findGoods } from '../../../gateways/fuel-network/goods.ts';
import { ALL_GOODS_ONLY } from '#contract/networks.ts';
import { goodsOfPartner } from './network-abilities.ts';
import { setCardStatus, updateGoods } from './locked-card-store.ts';
import { chooseForCard } from './choose-for-card.ts';
import { assertNotInMaintenance } from './policy.ts';
import { readCard } from './read-card.ts';

/**
 * Chooses what a card may pay for and tells the network. The first choice activates a card that is not set up (spec
 * section 4) at once, without waiting for the network, which activates it by the same command. If the network
 * refuses, goods and status are as before. Returns the choice's id, to wait for. Refuses: `cg_ids` none or unknown, 404, 503 a network in maintenance.
 */
export async function setCardGoods(
  ctx: Context,
  asked: {
    scope: CompanyScope;
    userId: number;
    cardId: number;
    goodsIds: readonly number[];
  },
): Promise<number> {
  const { partnerId } = await readCard(ctx, asked.scope, asked.cardId);
  await assertNotInMaintenance(ctx, partnerId);
  const goodsIds = knownGoods(ctx, partnerId, asked.goodsIds);
  return chooseForCard(ctx, asked, async (tx, card) => {
    await updateGoods(tx, { companyId: card.companyId, cardId: card.id, goodsIds });
    const setsUp = card.statusId === CARD_STATUS.notSetUp;
    if (setsUp) await setCardStatus(tx, { cardId: card.id, statusId: CARD_STATUS.active });
    return {
      kind: 'goods',
      wanted: { goodsIds, statusId: setsUp ? CARD_STATUS.active : card.statusId },
      before: { goodsIds: card.goodsIds, statusId: card.statusId },
    };
  });
}

/** Each once, in the networks' own order. */
function knownGoods(ctx: Context, partnerId: PartnerId, said: readonly number[]): number[] {
  if (said.length === 0) throw fieldRefusal('cg_ids', 'Выберите хотя бы один вид топлива');
  if (!said.every(findGoods)) throw fieldRefusal('cg_ids', 'Неизвестный вид топлива');
  const sold = goodsOfPartner(ctx, partnerId).map((goods) => goods.id);
  if (!said.every((id) => sold.includes(id))) throw fieldRefusal('cg_ids', 'Эта сеть такого не продаёт');
  const chosen = sold.filter((id) => said.includes(id));
  const isWhole = chosen.length === sold.length;
  if (!isWhole && ctx.addedNetwork(partnerId)?.choosesGoods === false)
    throw fieldRefusal('cg_ids', ALL_GOODS_ONLY);
  return chosen;
}

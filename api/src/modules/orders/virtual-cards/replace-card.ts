import { CARD_STATUS } from '#contract/ids.ts';
import { BLOCK_UNSUPPORTED } from '#contract/fuel/networks.ts';
import { recordChange } from '../../../audit/write-trace.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { badRequest, conflict } from '../../../errors.ts';
import { carryOutOnce, type RequestKey } from '../../../http/request-key.ts';
import type { Session } from '../../../http/session.ts';
import { changeCardStatus } from '../../cards/cards/change-card-status.ts';
import { readCard } from '../../cards/cards/read-card.ts';
import { assertDelegatedSum } from '../../companies/delegations/assert-delegated-sum.ts';
import type { ChosenItem } from '../orders/choose-items.ts';
import { placeVirtualOrder } from '../orders/place-virtual-order.ts';
import { advanceReplacement } from './advance-replacements.ts';
import { insertCardSetup } from './card-setups.ts';
import { assertRoom, chooseVirtualItem, issueAndSetUp } from './create-virtual-card.ts';
import { findReplacement, insertReplacement } from './replacements.ts';

const NOT_SET_UP = 'Карта ещё не настроена: по ней не заправиться, заменять нечего';
const REPLACED = 'Эта карта уже заменена';

export interface ReplacementOrder {
  scope: CompanyScope;
  session: Session;
  cardId: number;
  requestKey: RequestKey | null;
  ip: string;
}

/**
 * Blocks a lost card, then orders the virtual one that takes its place; rules, truck, drivers and money follow. The block
 * is requested first, so that it stands whatever happens to the rest. Refuses: 400 a card that can't be replaced, 404, 409
 * one that is replaced already.
 */
export async function replaceCard(ctx: Context, order: ReplacementOrder): Promise<void> {
  const { scope, session, cardId } = order;
  const { userId } = session;
  const { companyId } = scope;
  const { partnerId, number } = await readCard(ctx, scope, cardId);
  const made = await carryOutOnce<ChosenItem, { id: number; itemId: number }>(ctx, order.requestKey, {
    async check() {
      const { statusId } = await readCard(ctx, scope, cardId);
      if (statusId === CARD_STATUS.notSetUp) throw badRequest(NOT_SET_UP);
      if (ctx.addedNetwork(partnerId)?.blocksCards === false) throw badRequest(BLOCK_UNSUPPORTED);
      if (await ctx.db.inCompany(scope, (tx) => isReplaced(tx, scope, cardId))) throw conflict(REPLACED);
      const item = await chooseVirtualItem(ctx, partnerId);
      assertDelegatedSum(session, item.cardPrice);
      await changeCardStatus(ctx, { scope, userId, cardId, blocked: true, repeats: 'ignored' });
      return item;
    },
    open: (_item, work) => ctx.db.inCompany(scope, work),
    async write(tx, item, now) {
      await assertRoom(tx, companyId, now);
      const placed = await placeVirtualOrder(tx, { companyId, userId, item, ip: order.ip, now });
      const { itemId } = placed;
      const choices = { comment: '', vehicleId: null, driverId: null, rules: null };
      await insertCardSetup(tx, { itemId, companyId, userId, ...choices, now });
      const id = await insertReplacement(tx, { companyId, oldCardId: cardId, itemId, userId, now });
      if (id === null) throw conflict(REPLACED);
      recordChange(tx, { targets: [{ kind: 'card', id: cardId }], after: { replaced: number } });
      return { id, itemId };
    },
  });
  await issueAndSetUp(ctx, { itemId: made.itemId, partnerId });
  await advanceReplacement(ctx, made.id);
}

async function isReplaced(
  tx: Parameters<typeof findReplacement>[0],
  scope: CompanyScope,
  cardId: number,
): Promise<boolean> {
  return (await findReplacement(tx, scope, cardId))?.oldCard.id === cardId;
}

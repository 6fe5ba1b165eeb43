import { HOLD_MESSAGES } from '#contract/companies/blocks.ts';
import { CARD_STATUS, OPERATION_TYPE, type OperationTypeId } from '#contract/ids.ts';
import { kopecks } from '#contract/kopecks.ts';
import { BLOCK_UNSUPPORTED } from '#contract/fuel/networks.ts';
import { recordChange } from '../../../audit/write-trace.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import type { Db } from '../../../db/database.ts';
import { badRequest, conflict, notAllowed, notFound } from '../../../errors.ts';
import { assertNotBlocked } from '../../companies/companies/companies.ts';
import { findWaitingOperation } from '../commands/operations.ts';
import { startOperation } from '../commands/operation-lifecycle.ts';
import { findCardHold } from './card-holds.ts';
import { lockCard, type LockedCard } from './locked-card-store.ts';
import { assertNotInMaintenance } from './policy.ts';
import { readCard } from './read-card.ts';

const NOT_SET_UP = 'Карта ещё не настроена: сначала выберите виды топлива';

/**
 * Asks the network to block an active card or unblock a blocked one (spec section 4). Until it answers, the request is
 * among the card's operations in progress and another request is ignored. The card's lock prevents two simultaneous
 * requests from becoming two operations. With `blocked` the caller names the wanted state and is refused when the card
 * already has it: a bulk call must not turn a card the wrong way. With `repeats: 'ignored'` a card that is in the
 * wanted state, or on its way there, stays as it is: a program may repeat its call.
 */
export async function changeCardStatus(
  ctx: Context,
  args: { scope: CompanyScope; userId: number; cardId: number; blocked?: boolean; repeats?: 'ignored' },
): Promise<void> {
  const { partnerId } = await readCard(ctx, args.scope, args.cardId);
  await assertNotInMaintenance(ctx, partnerId);
  if (ctx.addedNetwork(partnerId)?.blocksCards === false) throw badRequest(BLOCK_UNSUPPORTED);
  await ctx.db.inCompany(args.scope, async (tx) => {
    const card = await lockCard(tx, args.scope, args.cardId);
    if (!card) throw notFound('Карта не найдена');
    await assertNotBlocked(tx, card.companyId);
    const typeIds = [OPERATION_TYPE.blocking, OPERATION_TYPE.unblocking];
    if (args.repeats === 'ignored' && (await isAlreadyInState(tx, card, args.blocked))) return;
    if (await findWaitingOperation(tx, { cardId: card.id, typeIds })) {
      if (args.blocked === undefined) return;
      throw conflict('Сеть ещё не подтвердила прежнюю блокировку или разблокировку');
    }
    if (card.statusId === CARD_STATUS.notSetUp) throw badRequest(NOT_SET_UP);
    const hold = card.statusId === CARD_STATUS.blocked ? await findCardHold(tx, card.id) : null;
    if (hold) throw notAllowed(HOLD_MESSAGES[hold.kind]);
    if (args.blocked === (card.statusId === CARD_STATUS.blocked)) {
      throw badRequest(args.blocked ? 'Карта уже заблокирована' : 'Карта не заблокирована');
    }
    const [blocked, active] = ['заблокирована', 'действует'];
    const isActive = card.statusId === CARD_STATUS.active;
    recordChange(tx, {
      targets: [{ kind: 'card', id: card.id }],
      before: { status: isActive ? active : blocked },
      after: { status: isActive ? blocked : active },
    });
    await startOperation(tx, {
      card,
      typeId: card.statusId === CARD_STATUS.active ? OPERATION_TYPE.blocking : OPERATION_TYPE.unblocking,
      sum: kopecks(0),
      authorId: args.userId,
      now: ctx.clock.now(),
    });
  });
}

/** The last command decides: a card whose network has not answered yet is where that command takes it. */
async function isAlreadyInState(
  tx: Db,
  card: Pick<LockedCard, 'id' | 'statusId'>,
  blocked?: boolean,
): Promise<boolean> {
  const { blocking, unblocking } = OPERATION_TYPE;
  const [wanted, opposite] = blocked ? [blocking, unblocking] : [unblocking, blocking];
  const isPendingChange = (typeId: OperationTypeId) =>
    findWaitingOperation(tx, { cardId: card.id, typeIds: [typeId] });
  if (await isPendingChange(wanted)) return true;
  return blocked === (card.statusId === CARD_STATUS.blocked) && !(await isPendingChange(opposite));
}

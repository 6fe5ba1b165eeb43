import type { Context } from '../../../context.ts';
import { conflict, notFound } from '../../../errors.ts';
import { repeatable } from '../../../http/request-key.ts';
import { CHANGE_ENDED } from './finish-block.ts';
import { askLastTime, UNDER_WAY } from '../commands/operation-lifecycle.ts';
import {
  toFinalAnswer,
  assertUnclear,
  changeSettled,
  formatNetworkAnswer,
  type StaffDecision,
} from '../commands/staff-decision.ts';
import { commandOfChange, type CardChange } from './card-change.ts';
import { finishChange } from './finish-change.ts';
import { findChange } from './card-changes.ts';

const NOT_EXECUTED = 'Сеть не исполнила изменение, на карте прежнее';

/**
 * Ends, by a person's decision, a choice of goods or of a limit whose outcome the network does not report: it stands,
 * or the card is as before it. The network is asked one last time first, and its answer takes precedence.
 */
export async function settleChoice(ctx: Context, changeId: number, decision: StaffDecision): Promise<void> {
  await repeatable(ctx, decision.requestKey, async () => {
    const change = await requireWaiting(ctx, changeId);
    const answer = toFinalAnswer(decision, NOT_EXECUTED);
    const { partnerId, companyId, cardId } = change;
    const response = await askLastTime(ctx, { partnerId, command: commandOfChange(change), answer });
    if (response) {
      await finishChange(ctx, change, response);
      throw conflict(formatNetworkAnswer(response));
    }
    await finishChange(ctx, change, answer, {
      requestKey: decision.requestKey,
      event: changeSettled(decision, { companyId, details: { changeId, cardId } }),
    });
  });
}

async function requireWaiting(ctx: Context, changeId: number): Promise<CardChange> {
  const now = ctx.clock.now();
  const found = await findChange(ctx.db.system, changeId);
  if (!found) throw notFound('Изменение не найдено');
  if (found.state !== 'waiting') throw conflict(CHANGE_ENDED);
  assertUnclear({ since: found.createdAt, attempts: found.change.attempts }, now);
  if (found.claimedUntil && found.claimedUntil > now) throw conflict(UNDER_WAY);
  return found.change;
}

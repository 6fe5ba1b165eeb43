import type { Context } from '../../../context.ts';
import { conflict, notFound } from '../../../errors.ts';
import { repeatable } from '../../../http/request-key.ts';
import { CHANGE_ENDED } from './finish-block.ts';
import { hearLast, UNDER_WAY } from '../commands/hear-last.ts';
import {
  answerOf,
  assertUnclear,
  changeSettled,
  tellWhatNetworkSaid,
  type StaffWord,
} from '../commands/staff-word.ts';
import { commandOfChange, type CardChange } from './card-change.ts';
import { finishChange } from './finish-change.ts';
import { findChange } from './find-change.ts';

const NOT_EXECUTED = 'Сеть не исполнила изменение, на карте прежнее';

/**
 * Ends, by a person's decision, a choice of goods or of a limit whose outcome the network does not report: it stands,
 * or the card is as before it. The network is asked one last time first, and its answer takes precedence.
 */
export async function settleChoice(ctx: Context, changeId: number, word: StaffWord): Promise<void> {
  await repeatable(ctx, word.requestKey, async () => {
    const change = await requireWaiting(ctx, changeId);
    const answer = answerOf(word, NOT_EXECUTED);
    const { partnerId, companyId, cardId } = change;
    const heard = await hearLast(ctx, { partnerId, command: commandOfChange(change), answer });
    if (heard) {
      await finishChange(ctx, change, heard);
      throw conflict(tellWhatNetworkSaid(heard));
    }
    await finishChange(ctx, change, answer, {
      requestKey: word.requestKey,
      event: changeSettled(word, { companyId, details: { changeId, cardId } }),
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

import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/database.ts';
import { conflict } from '../../../errors.ts';
import type { FinalAnswer } from '../../../gateways/fuel-network/fuel-network.ts';
import { doOnce } from '../../../http/request-key.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import type { StaffStatement } from './finish-block.ts';
import { enqueueSync } from './enqueue-sync.ts';
import { markChangeFinished, passPreviousLayer } from './card-changes.ts';
import type { CardChange } from './card-change.ts';
import { lockCardOfAnswer, unsetCardWithoutGoods, updateGoods, updateLimit } from './locked-card-store.ts';

const CHANGE_FINISHED = 'Это уже завершено, или сеть сейчас отвечает: обновите список';

/**
 * Ends a choice: it is confirmed, or the card is restored. The first answer counts. A user's decision after it, or
 * during the delivery to the network, is refused (409).
 */
export async function finishChange(
  ctx: Context,
  change: CardChange,
  answer: FinalAnswer,
  input: StaffStatement | null = null,
): Promise<void> {
  const refused = answer.state === 'refused';
  const now = ctx.clock.now();
  await ctx.db.inSystem((tx) =>
    doOnce(tx, input?.requestKey ?? null, now, async () => {
      await lockCardOfAnswer(tx, change.cardId);
      const finished = await markChangeFinished(tx, {
        id: change.id,
        state: answer.state,
        reason: refused ? answer.reason : null,
        now,
        onlyUnclaimed: input !== null,
      });
      if (!finished && input) throw conflict(CHANGE_FINISHED);
      if (finished && refused && !(await passPreviousLayer(tx, change))) await restore(tx, change);
      if (input) {
        await recordEvent(tx, { ...input.event, at: now });
        // Later choices have waited for the end of this one.
        await enqueueSync(tx, change);
      }
      return null;
    }),
  );
  if (refused) ctx.log.warn({ changeId: change.id, reason: answer.reason }, 'the network refused a choice');
}

/** Restores the card to what the network knows; one that this choice was to set up is not set up. */
async function restore(tx: Db, change: CardChange): Promise<void> {
  const { companyId, cardId } = change;
  if (change.kind === 'limit') return updateLimit(tx, { companyId, cardId, limit: change.before });
  await updateGoods(tx, { companyId, cardId, goodsIds: change.before.goodsIds });
  await unsetCardWithoutGoods(tx, cardId);
}

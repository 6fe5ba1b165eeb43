import { recordEvent } from '../../../../audit/record-event.ts';
import type { Context } from '../../../../context.ts';
import { mintCompanyScope } from '../../../../db/company-scope.ts';
import { chooseTurn } from './choose-turn.ts';
import { findExceptions, listOverdue, passTurn } from './exception-store.ts';
import { notifyOfRequest } from './ask-exception.ts';

const BATCH_SIZE = 100;

/**
 * Passes requests without an answer in time to the next in line and notifies that user, in one transaction. If a
 * process dies before its end, the work is done again, and no user is notified twice.
 */
export async function escalateExceptions(ctx: Context): Promise<void> {
  await ctx.db.inSystem(async (tx) => {
    const now = ctx.clock.now();
    for (const overdueException of await listOverdue(tx, { now, max: BATCH_SIZE })) {
      const { id, company_id: companyId, second_id: secondId } = overdueException;
      const { turn, ownerId, userIds } = await chooseTurn(tx, companyId, {
        after: overdueException.turn,
        firstId: null,
        secondId,
      });
      const dueAt = new Date(now.getTime() + overdueException.due_minutes * 60_000);
      await passTurn(tx, companyId, { id, turn, ownerId, now, dueAt });
      const scope = mintCompanyScope(companyId);
      const [exception] = await findExceptions(tx, scope, { id, limit: 1, offset: 0 });
      if (exception) await notifyOfRequest(tx, { companyId, exception, turn, userIds, now });
      await recordEvent(tx, {
        at: now,
        what: 'exception-escalated',
        companyId,
        targets: [{ kind: 'card', id: overdueException.card_id }],
        details: { id, turn, ownerId },
      });
    }
  });
}

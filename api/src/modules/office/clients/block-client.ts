import type { Context } from '../../../context.ts';
import { conflict, notFound } from '../../../errors.ts';
import { doOnce, type RequestKey } from '../../../http/request-key.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import { tellOf } from '../../people/notices/tell-of.ts';
import { enqueueJob } from '../../../queue/enqueue-job.ts';
import { findCompanyBlock } from '../../companies/companies/find-company-block.ts';
import { setCompanyBlock } from '../../companies/companies/set-company-block.ts';
import { lockMoney } from '../../money/ledger/lock-money.ts';
import { lockClient } from '../../money/transfers/lock-client.ts';

/** What a member of staff says of a client. */
export interface ClientWord {
  companyId: number;
  userId: number;
  ip: string;
  reason: string;
  requestKey: RequestKey | null;
}

/**
 * Stops a client's money and cards; reads go on, and what its networks have sold is still booked. It waits for the money
 * of the company: a movement is posted wholly before it, or refused. Its cards follow by a job. Refuses: 404, 409 one
 * that is blocked.
 */
export function blockClient(ctx: Context, word: ClientWord): Promise<void> {
  return changeBlock(ctx, word, true);
}

/** Sets it to work again, and with it the cards that the block had taken from work. 409 one that is not blocked. */
export function unblockClient(ctx: Context, word: ClientWord): Promise<void> {
  return changeBlock(ctx, word, false);
}

async function changeBlock(ctx: Context, word: ClientWord, blocks: boolean): Promise<void> {
  const { companyId, userId, ip, reason } = word;
  await ctx.db.inSystem((tx) =>
    doOnce(tx, word.requestKey, ctx.clock.now(), async () => {
      if (!(await lockClient(tx, companyId))) throw notFound('Клиент не найден');
      await lockMoney(tx, [companyId], ctx.config.companyPatienceMs);
      const before = await findCompanyBlock(tx, companyId);
      if (blocks && before) throw conflict('Компания уже заблокирована');
      if (!blocks && !before) throw conflict('Компания не заблокирована');
      const now = ctx.clock.now();
      await setCompanyBlock(tx, companyId, blocks ? { since: now, reason, byId: userId } : null);
      await recordEvent(tx, {
        at: now,
        what: blocks ? 'company-blocked' : 'company-unblocked',
        userId,
        companyId,
        ip,
        targets: [{ kind: 'company', id: companyId }],
        before: { blocked: before !== null },
        after: { blocked: blocks },
        details: { reason, ...(before && { blockedFor: before.reason, since: before.since.toISOString() }) },
      });
      await tellOf(tx, {
        kind: 'company-blocked',
        companyId,
        facts: { reason: blocks ? reason : null },
        about: `${companyId}:${now.toISOString()}`,
        now,
      });
      await enqueueJob(tx, 'keep-company-cards', { companyId });
      return null;
    }),
  );
}

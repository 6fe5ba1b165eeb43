import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/database.ts';
import { conflict, notFound } from '../../../errors.ts';
import { doOnce, type RequestKey } from '../../../http/request-key.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import { notify } from '../../messaging/notices/notify.ts';
import { enqueueJob } from '../../../queue/enqueue-job.ts';
import { findCompanyBlock, setCompanyBlock } from '../../companies/companies/company-block.ts';
import { lockMoney } from '../../money/ledger/lock-money.ts';
import { lockClient } from '../../money/transfers/client-accounts.ts';

/** Decision of a staff member about a client, or of a rule of collection. */
export interface ClientBlockDecision {
  companyId: number;
  /** Null where a rule decides. */
  userId: number | null;
  ip?: string;
  reason: string;
  requestKey: RequestKey | null;
  /** Checks and writes what belongs to the decision, in its transaction, under the lock of the company's money. */
  alsoIn?: (tx: Db, now: Date) => Promise<void>;
}

/**
 * Stops a client's money and cards; reads go on, and sales of the networks are still booked. The block waits for the
 * lock of the company's money: a movement is posted wholly before it, or refused. A job blocks the cards. Refuses: 404,
 * 409 a client that is blocked.
 */
export function blockClient(ctx: Context, decision: ClientBlockDecision): Promise<void> {
  return changeBlock(ctx, decision, true);
}

/** Sets it to work again, and with it the cards that the block had taken from work. 409 one that is not blocked. */
export function unblockClient(ctx: Context, decision: ClientBlockDecision): Promise<void> {
  return changeBlock(ctx, decision, false);
}

async function changeBlock(ctx: Context, decision: ClientBlockDecision, blocks: boolean): Promise<void> {
  const { companyId, userId, ip, reason } = decision;
  await ctx.db.inSystem((tx) =>
    doOnce(tx, decision.requestKey, ctx.clock.now(), async () => {
      if (!(await lockClient(tx, companyId))) throw notFound('Клиент не найден');
      await lockMoney(tx, [companyId], ctx.config.companyTimeoutMs);
      const before = await findCompanyBlock(tx, companyId);
      if (blocks && before) throw conflict('Компания уже заблокирована');
      if (!blocks && !before) throw conflict('Компания не заблокирована');
      const now = ctx.clock.now();
      await decision.alsoIn?.(tx, now);
      await setCompanyBlock(tx, companyId, blocks ? { since: now, reason, byId: userId } : null);
      await recordEvent(tx, {
        at: now,
        what: blocks ? 'company-blocked' : 'company-unblocked',
        userId: userId ?? undefined,
        companyId,
        ip,
        targets: [{ kind: 'company', id: companyId }],
        before: { blocked: before !== null },
        after: { blocked: blocks },
        details: { reason, ...(before && { blockedFor: before.reason, since: before.since.toISOString() }) },
      });
      await notify(tx, {
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

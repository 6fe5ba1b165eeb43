import { sql } from 'kysely';
import { REQUEST_STATUS } from '#contract/ids.ts';
import { listIds, type CompanyScope } from '../../../db/company-scope.ts';
import { rows, type Db } from '../../../db/database.ts';
import type { Context } from '../../../context.ts';
import type { FinalAnswer } from '../../../gateways/fuel-network/fuel-network.ts';
import { toAnswerOutcome, reportContradiction } from '../../cards/commands/contradictions.ts';
import { listDue } from '../../cards/commands/list-due.ts';
import { TOO_FEW, listStrangeNumbers } from './items.ts';
import { type ItemRecord, listDueItems } from './item-store.ts';
import { enqueueJob } from '../../../queue/enqueue-job.ts';

/** Counts the companies' requests that are not rejected and do not have all their cards. A company without such is left out. */
export async function countOrdersInWork(
  db: Db,
  scopes: readonly CompanyScope[],
): Promise<Map<number, number>> {
  const found = await rows(
    db,
    sql<{ companyId: number; count: number }>`
      select company_id as "companyId", count(*) as count from card_request
      where company_id = any(${listIds(scopes)}::bigint[])
        and status_id in (${REQUEST_STATUS.created}, ${REQUEST_STATUS.approved})
      group by company_id`,
  );
  return new Map(found.map(({ companyId, count }) => [companyId, count]));
}

/**
 * Reports to staff an answer to an order of cards that has ended: refused and now done, issued and now refused, or
 * issued with cards that belong to no company. The cards are left out of the books.
 */
export async function reportLateOrder(ctx: Context, item: ItemRecord, answer: FinalAnswer): Promise<void> {
  if (!(await isContradiction(ctx, item, answer))) return;
  const { partnerId, companyId, orderId, count: ordered, made, networkRequestId, issuedAt } = item;
  await reportContradiction(ctx, {
    kind: 'answer',
    partnerId,
    subject: networkRequestId,
    companyId,
    cardNumber: null,
    ours: {
      deed: { kind: 'order', orderId, ordered, made },
      state: issuedAt ? 'done' : 'refused',
      reason: item.issueRefusal,
      endedAt: issuedAt?.toISOString() ?? null,
    },
    word: toAnswerOutcome(answer),
  });
}

async function isContradiction(ctx: Context, item: ItemRecord, answer: FinalAnswer): Promise<boolean> {
  if (answer.state === 'refused') return item.issuedAt !== null;
  const isRefused = item.issuedAt === null && !item.issueRefusal?.startsWith(TOO_FEW);
  if (isRefused) return true;
  const numbers = (answer.cards ?? []).map((card) => card.number);
  return (await listStrangeNumbers(ctx.db.system, numbers)).length > 0;
}

/**
 * Requests again the cards of approved requests that wait too long, because their network was silent or the process
 * that called it died. The job's key prevents two simultaneous requests for one item.
 */
export async function pollOrders(ctx: Context): Promise<void> {
  for (const { partnerId, ids } of await listDue(ctx, ctx.partnerIds(), listDueItems))
    for (const itemId of ids)
      await enqueueJob(
        ctx.db.system,
        'issue-cards',
        { itemId, partnerId },
        { key: `request-item:${itemId}` },
      );
}

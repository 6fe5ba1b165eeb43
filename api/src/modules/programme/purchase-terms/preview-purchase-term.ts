import { sql } from 'kysely';
import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import type { Context } from '../../../context.ts';
import { getOnlyRow, type Db } from '../../../db/database.ts';
import { moscowDay } from '../../../lib/money-format.ts';
import { assertNetwork } from './create-purchase-term.ts';
import type { PurchaseTermDraft } from './purchase-term.ts';
import { writeSaleCosts } from './sale-costs.ts';

export interface PurchaseTermPreview {
  from: string;
  to: string;
  sales: number;
  sum: Kopecks;
  cost: Kopecks;
  costNow: Kopecks;
}

/**
 * Returns what the sales of the last whole Moscow month to which the term would apply would have cost, beside what they
 * cost by the terms in force. Sales with a nearer term are left out. Refuses: 400 no such network.
 */
export async function previewPurchaseTerm(
  ctx: Context,
  draft: PurchaseTermDraft,
): Promise<PurchaseTermPreview> {
  const db = ctx.db.system;
  await assertNetwork(db, draft);
  const to = moscowDay(new Date(`${moscowDay(ctx.clock.now()).slice(0, 7)}-01`), -1);
  const period = { from: `${to.slice(0, 7)}-01`, to, partnerId: draft.partnerId };
  const now = await sumCosts(db, period);
  const tried = await sumCosts(db, { ...period, draft });
  return {
    from: period.from,
    to,
    sales: tried.sales,
    sum: kopecks(tried.sum),
    cost: kopecks(tried.cost),
    // Everything but the sales of the draft costs the same both times.
    costNow: kopecks(now.all - tried.all + tried.cost),
  };
}

interface CostSums {
  sales: number;
  sum: number;
  cost: number;
  all: number;
}

async function sumCosts(db: Db, period: Parameters<typeof writeSaleCosts>[0]): Promise<CostSums> {
  return getOnlyRow(
    db,
    sql<CostSums>`
      with ${writeSaleCosts(period)}
      select count(*) filter (where is_draft and sign > 0) as sales,
        coalesce(sum(sign * sum) filter (where is_draft), 0)::bigint as sum,
        coalesce(sum(sign * (sum - received - bonus)) filter (where is_draft), 0)::bigint as cost,
        coalesce(sum(sign * (sum - received - bonus)), 0)::bigint as "all"
      from cost`,
  );
}

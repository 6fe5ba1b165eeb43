import { sql } from 'kysely';
import { REQUEST_STATUS } from '#contract/ids.ts';
import { kopecks } from '#contract/kopecks.ts';
import type { Context } from '../../../context.ts';
import { firstRow, type Db } from '../../../db/database.ts';
import { approveOrder } from './approve-order.ts';
import type { ChosenItem } from './choose-items.ts';
import { hasApprovedOrder } from './order-store.ts';

interface FirstOrder {
  id: number;
  revision: number;
  inn: string;
  cards: number;
  isVirtual: boolean;
  addKopecks: number;
  creditKopecks: number;
  isBlocked: boolean;
  isPaid: boolean;
}

/** Returns whether the programme's rule may approve such an order of a new company once it is paid. */
export function mayRuleApprove(
  { programme }: Pick<Context, 'programme'>,
  order: { items: readonly Pick<ChosenItem, 'count' | 'isVirtual'>[]; addSum: number },
): boolean {
  const { firstOrderMaxCards, firstOrderMaxRubles } = programme.today();
  const cards = order.items.reduce((sum, { count }) => sum + count, 0);
  return (
    cards > 0 &&
    order.items.every(({ isVirtual }) => isVirtual) &&
    cards <= firstOrderMaxCards &&
    order.addSum <= kopecks(firstOrderMaxRubles * 100)
  );
}

/**
 * Approves a company's first order by the programme's rule (decision 210): virtual cards alone, within its limits, paid
 * from the company's own account, without credit or a block, and active in the register, which is asked again. Any other
 * order waits for staff. Throws RegistryUnavailable, and the job runs again.
 */
export async function approveFirstOrder(ctx: Context, companyId: number): Promise<void> {
  const { system } = ctx.db;
  const order = await findFirstOrder(system, companyId);
  if (!order || !order.isPaid || order.isBlocked || order.creditKopecks > 0) return;
  const { id, revision, cards, addKopecks } = order;
  const items = [{ count: cards, isVirtual: order.isVirtual }];
  if (!mayRuleApprove(ctx, { items, addSum: addKopecks })) return;
  if (await hasApprovedOrder(system, companyId)) return;
  const registered = await ctx.registry.find(order.inn);
  if (registered?.state !== 'active') return;
  const { firstOrderMaxCards: maxCards, firstOrderMaxRubles: maxSum } = ctx.programme.today();
  const rule = { approvedBy: 'rule', virtualCards: cards, maxCards, maxSum, registryState: registered.state };
  const approval = await approveOrder(ctx, id, { revision, rule });
  // The company has changed its order meanwhile, so the rule judges what it has now.
  if (approval === 'edited-since') await approveFirstOrder(ctx, companyId);
}

/** Returns the newest order that waits, of a company that is a client. */
function findFirstOrder(db: Db, companyId: number): Promise<FirstOrder | null> {
  return firstRow(
    db,
    sql<FirstOrder>`
      select request.id, request.revision, company.inn, sum(item.cards_cnt)::int as cards,
        bool_and(item.is_virtual) as "isVirtual", request.add_kopecks as "addKopecks",
        company.credit_kopecks as "creditKopecks", company.blocked_at is not null as "isBlocked",
        exists (select from bank_payment payment where payment.company_id = company.id and payment.state = 'credited'
          and payment.payer_inn = company.inn) as "isPaid"
      from card_request request
      join company on company.id = request.company_id and company.client_since is not null
      join card_request_item item on item.request_id = request.id and item.company_id = request.company_id
      where request.company_id = ${companyId} and request.status_id = ${REQUEST_STATUS.created}
      group by request.id, company.id
      order by request.id desc limit 1`,
  );
}

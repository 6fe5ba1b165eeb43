import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { notFound } from '../../../errors.ts';
import { findOrder, type OrderRecord } from './order-store.ts';

/** One request of the company; another company's and none are the same 404. */
export async function readOrder(ctx: Context, scope: CompanyScope, orderId: number): Promise<OrderRecord> {
  const order = await ctx.db.inCompany(scope, (tx) => findOrder(tx, scope, orderId));
  if (!order) throw notFound('Заявка не найдена');
  return order;
}

import type { Context } from '../../context.ts';
import type { CompanyScope } from '../../db/company-scope.ts';
import { notFound } from '../../errors.ts';
import { deleteDriver } from './driver-store.ts';

/** Removes a driver from the company and from its cards; 404 for another company's. */
export async function removeDriver(
  ctx: Context,
  asked: { scope: CompanyScope; driverId: number },
): Promise<void> {
  const removed = await ctx.db.inCompany(asked.scope, (tx) => deleteDriver(tx, asked.scope, asked.driverId));
  if (!removed) throw notFound('Водитель не найден');
}

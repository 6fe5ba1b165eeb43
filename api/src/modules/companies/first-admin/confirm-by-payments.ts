import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/database.ts';
import { insertPaymentProofs } from './admin-proof-store.ts';
import { confirmAdmin } from './confirm-admin.ts';

/**
 * Payments that were just credited: one from a company's own account, by the bank's word on the payer's INN, confirms its
 * first admin, in the same transaction, where the operator counts that. One that somebody else has paid confirms nobody.
 */
export async function confirmByPayments(
  ctx: Context,
  tx: Db,
  now: Date,
  paymentIds: readonly number[],
): Promise<void> {
  if (paymentIds.length === 0 || !ctx.config.firstAdminProofs.includes('payment')) return;
  for (const { companyId, userId } of await insertPaymentProofs(tx, { paymentIds, now }))
    await confirmAdmin(tx, { companyId, adminId: userId, by: { userId }, kind: 'payment', now });
}

import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { conflict } from '../../../errors.ts';
import { checkCode, spendCode } from '../../people/sms-codes/check-code.ts';
import { ALREADY_CONFIRMED } from './admin-proof.ts';
import { insertProof, lockUnconfirmed } from './admin-proof-store.ts';
import { assertWay } from './assert-way.ts';
import { confirmAdmin } from './confirm-admin.ts';
import { findRegistryPhone } from './find-registry-phone.ts';
import { ADMIN_CODE } from './send-admin-code.ts';

/** Confirms a first admin by the code that went to the register's phone. Refuses: `sms`, 409 confirmed or not counted. */
export async function confirmByCode(
  ctx: Context,
  scope: CompanyScope,
  said: { userId: number; code: string; ip: string },
): Promise<void> {
  assertWay(ctx, 'registry-phone');
  const { userId, code, ip } = said;
  const { companyId } = scope;
  const codeId = await checkCode(ctx, {
    userId,
    code,
    purpose: ADMIN_CODE,
    subjects: [String(companyId)],
    sumKopecks: null,
    exact: true,
  });
  const { phone } = await findRegistryPhone(ctx, { companyId, userId });
  await ctx.db.inSystem(async (tx) => {
    if (!(await lockUnconfirmed(tx, companyId))) throw conflict(ALREADY_CONFIRMED);
    const now = ctx.clock.now();
    await spendCode(tx, codeId, now);
    const phoneEnd = phone.slice(-2);
    await insertProof(tx, { companyId, userId, kind: 'registry-phone', state: 'confirmed', phoneEnd, now });
    await confirmAdmin(tx, { companyId, adminId: userId, by: { userId, ip }, kind: 'registry-phone', now });
  });
}

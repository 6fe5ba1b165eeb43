import type { AdminProofKind } from '#contract/identity/first-admin.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import type { Db } from '../../../db/database.ts';
import { markAdminConfirmed } from '../companies/programme-membership.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { conflict } from '../../../errors.ts';
import { checkCode, spendCode } from '../../messaging/sms-codes/check-code.ts';
import { ALREADY_CONFIRMED } from './admin-proof.ts';
import { insertProof, lockUnconfirmed, insertPaymentProofs } from './admin-proof-store.ts';
import { assertProofWay } from './assert-proof-way.ts';
import { findRegistryPhone } from './find-registry-phone.ts';
import { ADMIN_CODE } from './send-admin-code.ts';

/** Gives the company's first admin all rights from now on, and logs the proof. */
export async function confirmAdmin(
  tx: Db,
  input: {
    companyId: number;
    adminId: number;
    by: { userId: number; ip?: string };
    kind: AdminProofKind;
    now: Date;
  },
): Promise<void> {
  const { companyId, adminId, by, kind, now } = input;
  if (!(await markAdminConfirmed(tx, companyId))) return;
  await recordEvent(tx, {
    at: now,
    what: 'admin-confirmed',
    userId: by.userId,
    companyId,
    ip: by.ip,
    targets: [{ kind: 'person', id: adminId }],
    before: { confirmed: false },
    after: { confirmed: true, proof: kind },
  });
}

/** Confirms a first admin by the code that went to the register's phone. Refuses: `sms`, 409 confirmed or not counted. */
export async function confirmByCode(
  ctx: Context,
  scope: CompanyScope,
  input: { userId: number; code: string; ip: string },
): Promise<void> {
  assertProofWay(ctx, 'registry-phone');
  const { userId, code, ip } = input;
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

/**
 * Confirms first admins by payments that were just credited, in the same transaction, where the operator accepts this.
 * The payment must come from the company's own account, by the payer's INN as the bank reports it. A payment by another
 * payer confirms no admin.
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

/** Records that staff have named a company's admin themselves; `reason` says how they identified the person. */
export async function confirmByStaff(
  tx: Db,
  input: {
    companyId: number;
    adminId: number;
    reason: string;
    by: { userId: number; ip: string };
    now: Date;
  },
): Promise<void> {
  const { companyId, adminId, reason, by, now } = input;
  await insertProof(tx, {
    companyId,
    userId: adminId,
    kind: 'staff',
    state: 'confirmed',
    reason,
    decidedBy: by.userId,
    now,
  });
  await confirmAdmin(tx, { companyId, adminId, by, kind: 'staff', now });
}

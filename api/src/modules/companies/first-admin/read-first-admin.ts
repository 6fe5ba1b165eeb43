import type { Context } from '../../../context.ts';
import type { FirstAdmin } from './admin-proof.ts';
import { isUnconfirmed, listProofs } from './admin-proof-store.ts';

/** Returns whether a company's first admin is confirmed, and the proofs, newest first. */
export async function readFirstAdmin(ctx: Context, companyId: number): Promise<FirstAdmin> {
  const { system } = ctx.db;
  return {
    confirmed: ctx.config.firstAdminProofs.length === 0 || !(await isUnconfirmed(system, companyId)),
    proofs: await listProofs(system, companyId),
  };
}

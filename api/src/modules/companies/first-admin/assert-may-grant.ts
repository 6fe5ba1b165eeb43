import type { Role } from '#contract/access.ts';
import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/database.ts';
import { notAllowed } from '../../../errors.ts';
import { HELD_BACK } from './admin-proof.ts';
import { isUnconfirmed } from './admin-proof-store.ts';

/** Refuses to let an unconfirmed first admin give others the right to money or to roles: 403 (decision 51). */
export async function assertMayGrant(ctx: Context, tx: Db, companyId: number, role: Role): Promise<void> {
  if (role !== 'admin' && role !== 'manager') return;
  if (ctx.config.firstAdminProofs.length === 0) return;
  if (await isUnconfirmed(tx, companyId)) throw notAllowed(HELD_BACK);
}

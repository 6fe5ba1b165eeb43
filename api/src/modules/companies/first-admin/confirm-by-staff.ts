import type { Db } from '../../../db/database.ts';
import { insertProof } from './admin-proof-store.ts';
import { confirmAdmin } from './confirm-admin.ts';

/** The programme's staff have named a company's admin themselves; `reason` is by what they knew him. */
export async function confirmByStaff(
  tx: Db,
  said: { companyId: number; adminId: number; reason: string; by: { userId: number; ip: string }; now: Date },
): Promise<void> {
  const { companyId, adminId, reason, by, now } = said;
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

import type { AdminProofKind } from '#contract/first-admin.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import type { Db } from '../../../db/database.ts';
import { markAdminConfirmed } from '../companies/mark-admin-confirmed.ts';

/** The company's first admin may do everything from now on; the log says by what he was confirmed. */
export async function confirmAdmin(
  tx: Db,
  said: {
    companyId: number;
    adminId: number;
    by: { userId: number; ip?: string };
    kind: AdminProofKind;
    now: Date;
  },
): Promise<void> {
  const { companyId, adminId, by, kind, now } = said;
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

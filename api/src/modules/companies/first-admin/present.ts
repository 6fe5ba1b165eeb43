import type { z } from 'zod';
import type { ownFirstAdmin, staffFirstAdmin } from '#contract/identity/first-admin.ts';
import type { Config } from '../../../config/config.ts';
import type { FirstAdmin } from './admin-proof.ts';
import type { AdminProof } from './proof-record.ts';

/** Presents the view of the admins themselves: no names of staff, no phone of another user. */
export function presentFirstAdmin(
  config: Config,
  { confirmed, proofs }: FirstAdmin,
): z.input<typeof ownFirstAdmin> {
  return { confirmed, ways: [...config.firstAdminProofs], proofs: proofs.map(presentProof) };
}

export function presentFirstAdminToStaff(
  config: Config,
  { confirmed, proofs }: FirstAdmin,
): z.input<typeof staffFirstAdmin> {
  return {
    confirmed,
    ways: [...config.firstAdminProofs],
    proofs: proofs.map((proof) => ({
      ...presentProof(proof),
      given_by: proof.givenBy,
      decided_by: proof.decidedBy,
      payment_id: proof.paymentId,
      phone: proof.phoneEnd === null ? null : `+7 (***) ***-**-${proof.phoneEnd}`,
    })),
  };
}

function presentProof(proof: AdminProof) {
  return {
    id: proof.id,
    kind: proof.kind,
    state: proof.state,
    file: proof.file?.name ?? null,
    reason: proof.reason,
    created_at: proof.createdAt.toISOString(),
    decided_at: proof.decidedAt?.toISOString() ?? null,
  };
}

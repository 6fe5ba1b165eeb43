import type { ADMIN_PROOF_STATES, AdminProofKind } from '#contract/identity/first-admin.ts';

/** Something that shows that a company's first admin may speak for it, or was meant to. */
export interface AdminProof {
  id: number;
  companyId: number;
  kind: AdminProofKind;
  state: AdminProofState;
  givenBy: Person;
  /** The file, for a document only. */
  file: { name: string; sha256: string; mime: string } | null;
  paymentId: number | null;
  /** The last digits of the registry's phone. */
  phoneEnd: string | null;
  reason: string | null;
  createdAt: Date;
  decidedAt: Date | null;
  /** The staff member who decided. Null when it was confirmed automatically, or waits. */
  decidedBy: Person | null;
}

export type AdminProofState = (typeof ADMIN_PROOF_STATES)[number];

interface Person {
  id: number;
  firstname: string | null;
  lastname: string | null;
}

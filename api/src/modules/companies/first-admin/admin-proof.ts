import type { ADMIN_PROOF_STATES, AdminProofKind } from '#contract/first-admin.ts';

export type AdminProofState = (typeof ADMIN_PROOF_STATES)[number];

interface Person {
  id: number;
  firstname: string | null;
  lastname: string | null;
}

/** Something that shows that a company's first admin may speak for it, or was meant to. */
export interface AdminProof {
  id: number;
  companyId: number;
  kind: AdminProofKind;
  state: AdminProofState;
  givenBy: Person;
  /** Of a document alone. */
  file: { name: string; sha256: string; mime: string } | null;
  paymentId: number | null;
  /** The last digits of the registry's phone. */
  phoneEnd: string | null;
  reason: string | null;
  createdAt: Date;
  decidedAt: Date | null;
  /** Of the programme's staff; null: it was confirmed by itself, or waits. */
  decidedBy: Person | null;
}

/** What a client has given, and whether it still has to give anything. */
export interface FirstAdmin {
  confirmed: boolean;
  proofs: readonly AdminProof[];
}

export const ALREADY_CONFIRMED = 'Полномочия администратора уже подтверждены';

export const HELD_BACK =
  'Сначала подтвердите полномочия: раздел «Доступ», «Полномочия администратора». До этого можно открыть доступ только специалисту';

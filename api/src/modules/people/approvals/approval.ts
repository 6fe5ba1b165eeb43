import type { ApprovalState } from '#contract/approvals.ts';
import type { AnyEndpoint } from '#contract/endpoint.ts';
import type { Context } from '../../../context.ts';
import type { Call } from '../../../http/bind.ts';
import type { SaidOfCall } from '../../../http/second-person.ts';

/** A member of the staff, as other members see him. */
export interface NamedMember {
  id: number;
  firstname: string | null;
  lastname: string | null;
}

export interface Approval {
  id: number;
  /** The call's name in the contract. */
  deed: string;
  said: SaidOfCall;
  title: string;
  details: { title: string; value: string }[];
  company: { id: number; inn: string; title: string } | null;
  state: ApprovalState;
  proposedBy: NamedMember;
  proposedAt: Date;
  expiresAt: Date;
  decidedBy: NamedMember | null;
  decidedAt: Date | null;
  reason: string | null;
}

/** What the second member reads before he confirms. */
export interface Proposal {
  title: string;
  details: { title: string; value: string }[];
  companyId?: number;
}

/**
 * When a deed needs two people: what is proposed, or null where one person is enough. Refuses what the deed itself would
 * refuse at once, such as a client that there is not.
 */
export type TwoPeopleRule = (ctx: Context, call: Call<AnyEndpoint>) => Promise<Proposal | null>;

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
  details: ProposalDetail[];
  company: { id: number; inn: string; title: string } | null;
  state: ApprovalState;
  proposedBy: NamedMember;
  proposedAt: Date;
  expiresAt: Date;
  decidedBy: NamedMember | null;
  decidedAt: Date | null;
  reason: string | null;
}

/** One line that the second member reads. */
export interface ProposalDetail {
  title: string;
  value: string;
  /** It changes with the days and with the client's purchases, so a new value makes no proposal stale. */
  movesByItself?: true;
}

/** What the second member reads before he confirms. */
export interface Proposal {
  title: string;
  details: ProposalDetail[];
  companyId?: number;
  /**
   * Titles of the details that name the thing where the call's path does not; none: there is one such thing. While a
   * proposal about a thing waits, no other one is made about it.
   */
  about?: readonly string[];
}

/**
 * When a call needs two people: what is proposed, or null where one person is enough. Refuses what the call itself would
 * refuse at once, such as a client that there is not. Asked again when the proposal is confirmed (`confirmedBy`), so that
 * changed figures are noticed.
 */
export type TwoPeopleRule = (ctx: Context, call: Call<AnyEndpoint>) => Promise<Proposal | null>;

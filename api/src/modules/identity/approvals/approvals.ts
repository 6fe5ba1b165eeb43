import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { ApprovalState } from '#contract/identity/approvals.ts';
import type { AnyEndpoint } from '#contract/endpoint.ts';
import type { Context } from '../../../context.ts';
import { getOnlyRow, type Db, firstRow } from '../../../db/database.ts';
import type { Call, CallInput, CallOrigin } from '../../../http/call.ts';
import type { Session } from '../../../http/session.ts';

/** A member of the staff, as other members see him. */
export interface NamedMember {
  id: number;
  firstname: string | null;
  lastname: string | null;
}

export interface Approval {
  id: number;
  /** The call's name in the contract. */
  action: string;
  input: CallInput;
  title: string;
  details: ProposalDetail[];
  /** Null where an older version of the portal stored it without one. */
  subjectKey: SubjectKey | null;
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
  /** Compared in place of the text, where a later version of the portal may write the text in another way. */
  figures?: SubjectKey;
  /** It changes with the days and with the client's purchases, so a new value makes no proposal stale. */
  movesByItself?: true;
}

/** Text that the second member reads before they confirm. */
export interface Proposal {
  title: string;
  /** A rule returns the same titles for the same input each time: what is absent is a value, such as «нет» or «0». */
  details: ProposalDetail[];
  companyId?: number;
  /**
   * Fields that identify the thing where the call's path does not; none: there is one such thing. While a proposal about
   * a thing waits, no other one is made about it.
   */
  about?: SubjectKey;
}

/** Identifies a proposal's thing among all things of its kind: what the call's path or the rule names. */
export type SubjectKey = Readonly<Record<string, string | number | null>>;

/**
 * Decides whether a call needs two people. Returns the proposal, or null where one person is enough. Refuses at once
 * what the call itself would refuse, such as an unknown client. It runs again when the proposal is confirmed
 * (`confirmedBy`), so that changed figures are noticed.
 */
export type TwoPeopleRule = (ctx: Context, call: Call<AnyEndpoint>) => Promise<Proposal | null>;

/** Counts the proposals that wait for a second person. */
export async function countWaitingApprovals(db: Db, now: Date): Promise<number> {
  const row = await getOnlyRow(
    db,
    sql<{ count: number }>`
      select count(*)::int as count from approval where state = 'waiting' and expires_at > ${now}`,
  );
  return row.count;
}

/** Returns the number of a proposal of this action about this thing that waits for a second person, or null. */
export async function findWaitingApproval(
  db: Db,
  { action, params, now }: { action: string; params: Record<string, string | number>; now: Date },
): Promise<number | null> {
  const texts = Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]));
  const row = await firstRow(
    db,
    sql<{ id: number }>`
      select id from approval
      where deed = ${action} and said->'params' = ${JSON.stringify(texts)}::jsonb
        and state = 'waiting' and expires_at > ${now}
      limit 1`,
  );
  return row?.id ?? null;
}

export interface Decision {
  id: number;
  session: Session;
  from: CallOrigin;
  request: FastifyRequest;
  /** Rules that decide when each call needs a second person, by the call's name. */
  rules: Readonly<Record<string, TwoPeopleRule>>;
}

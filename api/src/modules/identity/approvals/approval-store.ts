import { sql, type RawBuilder } from 'kysely';
import type { ApprovalState, ApprovalSubject } from '#contract/identity/approvals.ts';
import { firstRow, rows, type Db } from '../../../db/database.ts';
import type { Approval, NamedMember, Proposal, SubjectKey } from './approvals.ts';
import { actionsAbout } from './subject.ts';

interface ApprovalRow {
  id: number;
  deed: string;
  said: Approval['input'];
  title: string;
  details: Approval['details'];
  subject_key: SubjectKey | null;
  company: Approval['company'];
  state: ApprovalState;
  proposed_by: NamedMember;
  proposed_at: Date;
  expires_at: Date;
  decided_by: NamedMember | null;
  decided_at: Date | null;
  reason: string | null;
}

/** The newest of those that are decided; what waits is shown whole. */
const MAX_SHOWN = 500;

function columns(now: Date): RawBuilder<unknown> {
  return sql`a.id, a.deed, a.said, a.title, a.details, a.subject_key,
    case when c.id is not null then json_build_object('id', c.id, 'inn', c.inn, 'title', c.title) end as company,
    ${stateAt(now)} as state, ${named('p')} as proposed_by, a.proposed_at, a.expires_at,
    case when d.id is not null then ${named('d')} end as decided_by, a.decided_at, a.reason`;
}

const FROM = sql`from approval a
  join app_user p on p.id = a.proposed_by
  left join app_user d on d.id = a.decided_by
  left join company c on c.id = a.company_id`;

function stateAt(now: Date): RawBuilder<unknown> {
  return sql`case when a.state = 'waiting' and a.expires_at <= ${now}::timestamptz then 'expired' else a.state end`;
}

function named(alias: string): RawBuilder<unknown> {
  const table = sql.ref(alias);
  return sql`json_build_object('id', ${table}.id, 'firstname', ${table}.firstname, 'lastname', ${table}.lastname)`;
}

export interface ApprovalQuery {
  state: ApprovalState | undefined;
  about: ApprovalSubject | undefined;
  aboutId: number | undefined;
  now: Date;
}

/** Returns the waiting approvals, oldest first, then the others, newest first. */
export async function listApprovals(
  db: Db,
  { state, about, aboutId, now }: ApprovalQuery,
): Promise<Approval[]> {
  const found = await rows(
    db,
    sql<ApprovalRow>`
      select ${columns(now)} ${FROM}
      where (${state ?? null}::text is null or ${stateAt(now)} = ${state ?? null}) and ${isAbout(about, aboutId)}
      order by (${stateAt(now)} = 'waiting') desc, case when ${stateAt(now)} = 'waiting' then a.id else -a.id end
      limit ${MAX_SHOWN}`,
  );
  return found.map(toApproval);
}

function isAbout(about: ApprovalSubject | undefined, id: number | undefined): RawBuilder<unknown> {
  if (about === undefined) return sql`true`;
  if (about === 'client') return id === undefined ? sql`a.company_id is not null` : sql`a.company_id = ${id}`;
  const isSuchAction = sql`a.deed = any(${actionsAbout(about)}::text[])`;
  return id === undefined
    ? isSuchAction
    : sql`${isSuchAction} and (a.said -> 'params' ->> 'id')::bigint = ${id}`;
}

export async function findApproval(db: Db, id: number, now: Date): Promise<Approval | null> {
  const row = await firstRow(db, sql<ApprovalRow>`select ${columns(now)} ${FROM} where a.id = ${id}`);
  return row && toApproval(row);
}

/** Locks a proposal for deciding it; returns false while another member is deciding. */
export async function lockApproval(tx: Db, id: number): Promise<boolean> {
  const row = await firstRow(
    tx,
    sql<{ id: number }>`select id from approval where id = ${id} for update skip locked`,
  );
  return row !== null;
}

export interface NewApproval extends Omit<Proposal, 'about'> {
  deed: string;
  subjectKey: SubjectKey;
  input: Approval['input'];
  inputHash: Buffer;
  userId: number;
  now: Date;
  expiresAt: Date;
  requestKey: string | null;
}

/** Returns null if the same is proposed already. */
export async function insertApproval(tx: Db, args: NewApproval): Promise<number | null> {
  await sql`
    update approval set state = 'expired'
    where deed = ${args.deed} and said_hash = ${args.inputHash} and state = 'waiting' and expires_at <= ${args.now}`.execute(
    tx,
  );
  const row = await firstRow(
    tx,
    sql<{ id: number }>`
      insert into approval (deed, said, said_hash, title, details, subject_key, company_id, proposed_by, proposed_at, expires_at,
        request_key)
      values (${args.deed}, ${JSON.stringify(args.input)}, ${args.inputHash}, ${args.title}, ${JSON.stringify(args.details)},
        ${JSON.stringify(args.subjectKey)}, ${args.companyId ?? null}, ${args.userId}, ${args.now}, ${args.expiresAt}, ${args.requestKey})
      on conflict do nothing returning id`,
  );
  return row?.id ?? null;
}

/** Two members who propose about one thing at once do it one after the other. */
export async function takeProposalTurn(tx: Db, action: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('approval-proposed'), hashtext(${action}))`.execute(tx);
}

/** Returns a waiting proposal of the same call about the same thing with different contents. */
export async function findOtherProposal(tx: Db, proposal: NewApproval): Promise<Approval | null> {
  const { deed: action, inputHash: saidHash, now, subjectKey } = proposal;
  const row = await firstRow(
    tx,
    sql<ApprovalRow>`
      select ${columns(now)} ${FROM}
      where a.deed = ${action} and a.said_hash <> ${saidHash} and a.state = 'waiting' and a.expires_at > ${now}
        and a.subject_key = ${JSON.stringify(subjectKey)}::jsonb
      limit 1`,
  );
  return row && toApproval(row);
}

/** The one that stands in the way of a new one: the same request sent again, or the same proposal of whomever. */
export async function findSameApproval(
  tx: Db,
  args: Pick<NewApproval, 'deed' | 'inputHash' | 'userId' | 'requestKey'>,
): Promise<number | null> {
  const row = await firstRow(
    tx,
    sql<{ id: number }>`
      select id from approval
      where deed = ${args.deed} and said_hash = ${args.inputHash}
        and (state = 'waiting' or (proposed_by = ${args.userId} and request_key = ${args.requestKey}))
      order by state = 'waiting' desc limit 1`,
  );
  return row?.id ?? null;
}

export async function markDecided(
  tx: Db,
  args: {
    id: number;
    state: Exclude<ApprovalState, 'waiting' | 'expired'>;
    userId: number;
    now: Date;
    reason: string | null;
  },
): Promise<void> {
  await sql`
    update approval set state = ${args.state}, decided_by = ${args.userId}, decided_at = ${args.now}, reason = ${args.reason}
    where id = ${args.id}`.execute(tx);
}

function toApproval(row: ApprovalRow): Approval {
  return {
    ...row,
    action: row.deed,
    input: row.said,
    subjectKey: row.subject_key,
    proposedBy: row.proposed_by,
    proposedAt: row.proposed_at,
    expiresAt: row.expires_at,
    decidedBy: row.decided_by,
    decidedAt: row.decided_at,
  };
}

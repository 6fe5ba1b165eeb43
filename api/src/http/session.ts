import { sql, type RawBuilder } from 'kysely';
import type { Role } from '#contract/access.ts';
import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import type { StaffRole } from '#contract/staff-access.ts';
import type { Context } from '../context.ts';
import { mintCompanyScope, type CompanyScope } from '../db/company-scope.ts';
import { parseByteaHex, readColumns, hashAtPlace, type Columns } from '../db/columns.ts';
import { batchCalls } from '../lib/turns/batch-calls.ts';
import { memoizePerOwner } from '../lib/turns/memoize-per-owner.ts';
import { hashSha256 } from '../lib/secrets.ts';
import { takeTicket } from './download-ticket.ts';
import type { CallingKey } from './calling-key.ts';
import { type StoredRequest, type StoredRequestRow, toStoredRequest } from './stored-request.ts';

/** The caller and their rights. Read for each request, so that a lost role is lost at once. */
export interface Session {
  id: number;
  userId: number;
  /** Role in the programme's own staff; null for all others. */
  staffRole: StaffRole | null;
  role: Role;
  company: SessionCompany | null;
  /** The session acts for a further company, not for the home company of its user. */
  hasEntered: boolean;
  /** The request names the company for which it acts, as each tab does; the session may have entered another one. */
  namesCompany: boolean;
  /** The person has a second factor. */
  hasFactor: boolean;
  /** True if this session was confirmed by the second factor. */
  factorConfirmed: boolean;
  /** Key by which a company's program calls in the name of its maker; null for a person. */
  key: CallingKey | null;
}

interface SessionCompany {
  id: number;
  isClient: boolean;
  termsAccepted: boolean;
  /** True if the programme has blocked the company. It can read, and its money and cards stand still. */
  isBlocked: boolean;
  /** True until it is confirmed that its first admin may act for it (decision 51). */
  adminUnconfirmed: boolean;
  /** True if its admin requires a second factor of users who change something. */
  requiresFactor: boolean;
  /** The session acts as a person of an accounting firm that the company lets in; null for its own people. */
  delegation: { firm: string; maxSum: Kopecks | null } | null;
  scope: CompanyScope;
}

interface SessionRow {
  id: number;
  user_id: number;
  staff_role: StaffRole | null;
  role: Role;
  company_id: number | null;
  has_entered: boolean;
  is_client: boolean | null;
  terms_accepted: boolean | null;
  is_blocked: boolean | null;
  admin_unconfirmed: boolean | null;
  has_factor: boolean;
  factor_confirmed: boolean;
  requires_factor: boolean | null;
  firm: string | null;
  max_sum: number | null;
}

interface CallerRow extends SessionRow {
  /** Place of its ask, from 1. */
  place: number;
  kept: (Omit<StoredRequestRow, 'body_hash'> & { body_hash: string }) | null;
}

export interface CallerLookup {
  accessToken: string;
  /** The company that the request names, or null: it is the one that the session has entered. */
  companyId: number | null;
  /** `Idempotency-Key`, where the call takes one. */
  key: string | null;
}

export interface FoundCaller {
  session: Session | null;
  /** Content that an earlier request with the key has left. */
  earlier: StoredRequest | null;
}

/**
 * Finds the caller, and whether this very request was answered before. Uses one query for all requests within a tick.
 */
export function findCaller(ctx: Context, ask: CallerLookup): Promise<FoundCaller> {
  return callerFinder(ctx)(ask);
}

const callerFinder = memoizePerOwner((ctx: Context) =>
  batchCalls((asks: CallerLookup[]) => findCallers(ctx, asks), { maxConcurrent: 2, maxBatch: 500 }),
);

async function findCallers(ctx: Context, asks: readonly CallerLookup[]): Promise<FoundCaller[]> {
  const now = ctx.clock.now();
  const isKeyed = asks.some((ask) => ask.key !== null);
  const read = await ctx.db.prepared((db) =>
    readColumns<CallerRow>(
      db,
      [...SESSION, 'place', 'kept'],
      sql`
      select asked.place, ${columnsAt(now)}, ${isKeyed ? sql`to_json(request)` : sql`null`} as kept
      from unnest(${asks.map((ask) => ask.key)}::text[], ${asks.map((ask) => ask.companyId)}::bigint[])
        with ordinality as asked (key, company_id, place)
      -- The limit keeps it a lookup by its whole unique key, whatever the table was like on the day of the plan.
      cross join lateral (
        select id, user_id, factor_at, coalesce(asked.company_id, s.company_id) as company_id from session s
        where s.access_hash = ${hashAtPlace(asks.map((ask) => hashSha256(ask.accessToken)))}
          and ${isOpen(now)} limit 1
      ) s
      ${joinCompany(now)}
      ${isKeyed ? JOIN_STORED_REQUEST : sql``}`,
    ),
  );
  const found = asks.map((): FoundCaller => ({ session: null, earlier: null }));
  for (const [index, place] of read.place.entries()) {
    const stored = read.kept[index];
    found[place - 1] = {
      session: sessionAt(read, index, asks[place - 1]?.companyId !== null),
      earlier: stored ? toStoredRequest({ ...stored, body_hash: parseByteaHex(stored.body_hash) }) : null,
    };
  }
  return found;
}

/** Joins what was stored under the requests' keys. */
const JOIN_STORED_REQUEST = sql`
  left join lateral (
    select call, body_hash, outcome, answer from idempotent_request
    where user_id = s.user_id and key = asked.key limit 1
  ) request on true`;

/** The session that a download ticket was issued to, in the company of that moment; the ticket is spent by this. */
export async function spendTicket(ctx: Context, ticket: string, path: string): Promise<Session | null> {
  const spent = await takeTicket(ctx, ticket, path);
  return spent && ((await findOpenSessions(ctx, [spent]))[0] ?? null);
}

/** A session, and the company for which it is asked. Null is the one that the session has entered. */
export interface SessionLookup {
  sessionId: number;
  companyId: number | null;
}

/** Returns these sessions with the current rights of their users, in the order of the question; null for one that is over. */
export async function findOpenSessions(
  ctx: Context,
  asks: readonly SessionLookup[],
): Promise<(Session | null)[]> {
  const now = ctx.clock.now();
  const read = await readColumns<SessionRow & { place: number }>(
    ctx.db.system,
    [...SESSION, 'place'],
    sql`
      select asked.place, ${columnsAt(now)}
      from unnest(${asks.map((ask) => ask.sessionId)}::bigint[], ${asks.map((ask) => ask.companyId)}::bigint[])
        with ordinality as asked (id, company_id, place)
      cross join lateral (
        select id, user_id, factor_at, coalesce(asked.company_id, s.company_id) as company_id from session s
        where s.id = asked.id and ${isOpen(now)} limit 1
      ) s
      ${joinCompany(now)}`,
  );
  const found = asks.map((): Session | null => null);
  for (const [index, place] of read.place.entries())
    found[place - 1] = sessionAt(read, index, asks[place - 1]?.companyId !== null);
  return found;
}

/**
 * Returns a user's current rights in a company, where there is no session: for a button of a chat that was linked at a moment,
 * by a user who had shown the second factor of that day. Without `companyId` they are those in the home company.
 */
export async function findSessionRights(
  ctx: Context,
  { userId, linkedAt, companyId = null }: { userId: number; linkedAt: Date; companyId?: number | null },
): Promise<Session | null> {
  const now = ctx.clock.now();
  const read = await readColumns<SessionRow>(
    ctx.db.system,
    SESSION,
    sql`
      select ${columnsAt(now)}
      from (
        select 0::bigint as id, id as user_id, case when factor_since <= ${linkedAt} then factor_since end as factor_at,
          ${companyId}::bigint as company_id
        from app_user where id = ${userId}
      ) s
      ${joinCompany(now)}`,
  );
  return read.id.length > 0 ? sessionAt(read, 0) : null;
}

/** Returns the rights that the user of an open session has in each of these companies. One without a role there is left out. */
export async function findRightsInCompanies(
  ctx: Context,
  session: Session,
  companyIds: readonly number[],
): Promise<Session[]> {
  const read = await readColumns<SessionRow>(
    ctx.db.system,
    SESSION,
    sql`
      select ${columnsAt(ctx.clock.now())}
      from (
        select session.id, session.user_id, session.factor_at, wanted.id as company_id
        from session cross join unnest(${companyIds}::bigint[]) as wanted (id) where session.id = ${session.id}
      ) s
      ${joinCompany(ctx.clock.now())}`,
  );
  return read.id.map((_, index) => sessionAt(read, index)).filter(({ company }) => company !== null);
}

const SESSION = [
  'id',
  'user_id',
  'staff_role',
  'role',
  'company_id',
  'has_entered',
  'is_client',
  'terms_accepted',
  'is_blocked',
  'admin_unconfirmed',
  'has_factor',
  'factor_confirmed',
  'requires_factor',
  'firm',
  'max_sum',
] as const;

/** The further company in `s`; null where the home company is meant. */
const FURTHER = sql`nullif(s.company_id, u.company_id)`;

/**
 * Joins the user of a session and the company for which it acts: the one in `s`, as long as the user has a role there, or else
 * the home company. A session whose company has been taken away acts for none. The limits keep each a lookup by its key.
 */
const joinCompany = (now: Date) => sql`
  join lateral (select company_id, staff_role, role, factor_since from app_user where id = s.user_id limit 1) u on true
  left join lateral (
    select company_id, role, case when via = 'delegation' then delegation_id end as delegation_id from membership
    where user_id = s.user_id and company_id = s.company_id and role <> 'none' and ended_at is null
      and (until is null or until > ${now}) limit 1
  ) entered on ${FURTHER} is not null
  left join lateral (select firm_title, max_sum_kopecks from delegation where id = entered.delegation_id limit 1) delegation on true
  left join lateral (
    select id, client_since, admin_unconfirmed, terms_version, blocked_at, factor_required_since from company
    where id = case when ${FURTHER} is null then u.company_id else entered.company_id end limit 1) c on true`;

/** The agreement that has to be accepted is the newest one in force. */
const columnsAt = (now: Date) => sql`s.id, s.user_id, u.staff_role, c.id as company_id,
  ${FURTHER} is not null as has_entered,
  case when ${FURTHER} is null then u.role else coalesce(entered.role, 'none') end as role,
  c.client_since is not null as is_client, c.admin_unconfirmed,
  c.terms_version is not null and c.terms_version = (
    select max(version) from terms_version where begins_at is null or begins_at <= ${now}) as terms_accepted,
  c.blocked_at is not null as is_blocked,
  u.factor_since is not null as has_factor, s.factor_at is not null as factor_confirmed,
  c.factor_required_since is not null as requires_factor,
  delegation.firm_title as firm, delegation.max_sum_kopecks as max_sum`;

function isOpen(now: Date): RawBuilder<unknown> {
  return sql`s.closed_at is null and s.expires_at > ${now} and s.ends_at > ${now}`;
}

function sessionAt(read: Columns<SessionRow>, index: number, namesCompany = false): Session {
  const at = <Name extends keyof SessionRow>(name: Name) => read[name][index] as SessionRow[Name];
  const companyId = at('company_id');
  const [firm, maxSum] = [at('firm'), at('max_sum')];
  return {
    id: at('id'),
    userId: at('user_id'),
    staffRole: at('staff_role'),
    role: at('role'),
    company:
      companyId === null
        ? null
        : {
            id: companyId,
            isClient: at('is_client') ?? false,
            termsAccepted: at('terms_accepted') ?? false,
            isBlocked: at('is_blocked') ?? false,
            adminUnconfirmed: at('admin_unconfirmed') ?? false,
            requiresFactor: at('requires_factor') ?? false,
            delegation: firm === null ? null : { firm, maxSum: maxSum === null ? null : kopecks(maxSum) },
            scope: mintCompanyScope(companyId),
          },
    hasEntered: at('has_entered'),
    namesCompany,
    hasFactor: at('has_factor'),
    factorConfirmed: at('factor_confirmed'),
    key: null,
  };
}

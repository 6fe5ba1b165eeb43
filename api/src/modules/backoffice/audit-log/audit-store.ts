import { sql, type RawBuilder } from 'kysely';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { getOnlyRow, rows, type Db } from '../../../db/database.ts';
import { toPattern } from '../../../db/text-search.ts';
import type { AuditFilter, LoggedEvent } from './audit-filter.ts';

interface EventRow {
  id: number;
  at: Date;
  what: string;
  user_id: number | null;
  person: string | null;
  role: string | null;
  actor: string | null;
  company_id: number | null;
  company_title: string | null;
  targets: LoggedEvent['targets'];
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  details: Record<string, unknown>;
  ip: string | null;
  device: string | null;
  request_id: string | null;
}

export interface LogRange {
  scope: CompanyScope | null;
  filter: AuditFilter;
  limit: number;
  offset?: number;
  /** Only lines before this id. */
  beforeId?: number | undefined;
  folded?: boolean;
}

/** Lines of the log, newest first; `folded`: only the first found line of each request. */
export async function listEvents(db: Db, range: LogRange): Promise<LoggedEvent[]> {
  const { scope, filter, limit, offset = 0, beforeId, folded = false } = range;
  const earlier = beforeId === undefined ? sql`true` : sql`line.id < ${beforeId}`;
  return selectLines(
    db,
    sql`select * from (${matching(scope, filter)}) line
      where ${earlier} and ${folded ? isFirst(scope, filter) : sql`true`}
      order by line.id desc offset ${offset} limit ${limit}`,
  );
}

/** The first lines of these requests, each request's oldest first, and how many it has in all. */
export async function listOfRequests(
  db: Db,
  { scope, requestIds, max }: { scope: CompanyScope | null; requestIds: readonly string[]; max: number },
): Promise<Map<string, { lines: LoggedEvent[]; total: number }>> {
  if (requestIds.length === 0) return new Map();
  const rankedParts = sql`select *, row_number() over (partition by request_id order by id) as place
    from audit_event event where ${matchesRequests(scope, requestIds)}`;
  const lines = await selectLines(db, sql`select * from (${rankedParts}) line where place <= ${max}`);
  const counts = await rows(
    db,
    sql<{ request_id: string; total: number }>`
      select request_id, count(*) as total from audit_event event where ${matchesRequests(scope, requestIds)} group by request_id`,
  );
  const byRequest = Map.groupBy(lines.toReversed(), ({ requestId }) => requestId);
  return new Map(
    counts.map(({ request_id, total }) => [request_id, { lines: byRequest.get(request_id) ?? [], total }]),
  );
}

/** The first line of each of these requests. */
export async function listFirstOfRequests(
  db: Db,
  scope: CompanyScope | null,
  requestIds: readonly string[],
): Promise<Map<string, number>> {
  const found = await rows(
    db,
    sql<{ request_id: string; first: number }>`
      select request_id, min(id) as first from audit_event event where ${matchesRequests(scope, requestIds)} group by request_id`,
  );
  return new Map(found.map(({ request_id, first }) => [request_id, first]));
}

function matchesRequests(scope: CompanyScope | null, requestIds: readonly string[]): RawBuilder<unknown> {
  return sql`event.request_id = any(${requestIds}::text[]) and ${scope ? isVisibleTo(scope) : sql`true`}`;
}

/** A company reads what was done to it, but not what the programme's staff decide among themselves. */
function isVisibleTo({ companyId }: CompanyScope): RawBuilder<unknown> {
  return sql`event.company_id = ${companyId}
    and event.what not in ('approval-proposed', 'approval-confirmed', 'approval-declined', 'dunning-rule-saved',
      'dunning-rule-on', 'dunning-rule-off', 'dunning-paused', 'dunning-resumed')`;
}

/** `chosen`: rows of the log. */
async function selectLines(db: Db, chosen: RawBuilder<unknown>): Promise<LoggedEvent[]> {
  const found = await rows(
    db,
    sql<EventRow>`
      select event.id, event.at, event.what, event.user_id, event.role, event.actor, event.company_id, event.before, event.after,
        event.details, event.ip, event.device, event.request_id, company.title as company_title,
        nullif(concat_ws(' ', person.firstname, person.lastname), '') as person, event.targets
      from (${chosen}) event
      left join app_user person on person.id = event.user_id
      left join company on company.id = event.company_id
      order by event.id desc`,
  );
  return found.map(toLoggedEvent);
}

/** Counts the lines, up to `max` and one more. */
export async function countEvents(
  db: Db,
  {
    scope,
    filter,
    max,
    folded,
  }: { scope: CompanyScope | null; filter: AuditFilter; max: number; folded: boolean },
): Promise<number> {
  const { count } = await getOnlyRow(
    db,
    sql<{ count: number }>`
      select count(*) as count from (
        select 1 from (${matching(scope, filter)}) line where ${folded ? isFirst(scope, filter) : sql`true`} limit ${max + 1}) found`,
  );
  return count;
}

function matching(scope: CompanyScope | null, filter: AuditFilter): RawBuilder<unknown> {
  return sql`select * from audit_event event where ${matchesFilter(scope, filter)}`;
}

/** True for a `line` before which the filter finds none of the same request. */
function isFirst(scope: CompanyScope | null, filter: AuditFilter): RawBuilder<unknown> {
  return sql`not exists (
    select from audit_event event where event.request_id = line.request_id and event.id < line.id and ${matchesFilter(scope, filter)})`;
}

function matchesFilter(scope: CompanyScope | null, filter: AuditFilter): RawBuilder<unknown> {
  const { actor, company, action, target, by, from, to } = filter;
  const conditions = [
    ...(scope ? [isVisibleTo(scope)] : []),
    ...(company === undefined ? [] : [matchesCompany(company)]),
    ...(actor === undefined ? [] : [byActor(actor)]),
    ...(action === undefined ? [] : [sql`event.what = any(${action.split(',')}::text[])`]),
    ...(target === undefined ? [] : [matchesTarget(target)]),
    ...(by === undefined ? [] : [isBy(by)]),
    ...(from === undefined ? [] : [sql`event.at >= ${from}`]),
    ...(to === undefined ? [] : [sql`event.at <= ${to}`]),
  ];
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
}

/** Limit of people or companies of one name. Beyond it, a name does not narrow the search. */
const NAMESAKES = 100;

function matchesCompany(input: string): RawBuilder<unknown> {
  if (isId(input) && input.length < 10) return sql`event.company_id = ${Number(input)}`;
  return sql`event.company_id in (
    select id from company where inn = ${input} or title ilike ${toPattern(input)} limit ${NAMESAKES})`;
}

function byActor(input: string): RawBuilder<unknown> {
  if (isId(input) && input.length < 10) return sql`event.user_id = ${Number(input)}`;
  return sql`(event.user_id in (
      select id from app_user
      where concat_ws(' ', firstname, lastname, firstname) ilike ${toPattern(input)}
        or right(phone, 10) = ${input.replace(/\D/g, '').slice(-10)} limit ${NAMESAKES})
    or event.actor ilike ${toPattern(input)})`;
}

/** Number of digits of a card that people read to each other. Fewer would find a tenth of all cards. */
const CARD_END = 4;

/** `card:12`, a bare id of anything, or a card's own number, whole or its end. */
function matchesTarget(input: string): RawBuilder<unknown> {
  const [, kind, id] = /^([a-z-]+):(.+)$/.exec(input) ?? [];
  if (kind !== undefined && id !== undefined) return hasTarget({ kind, id: isId(id) ? Number(id) : id });
  const digits = input.replace(/[\s-]/g, '');
  if (isId(digits) && digits.length < CARD_END) return hasTarget({ id: Number(digits) });
  if (isId(digits) && digits.length < 10)
    return sql`(${hasTarget({ id: Number(digits) })} or ${matchesCardNumber(sql`card_number like ${`%${digits}`}`)})`;
  return sql`(${hasTarget({ id: input })} or ${matchesCardNumber(sql`card_number = ${digits}`)})`;
}

function matchesCardNumber(isIt: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`event.id in (
    select hit.id from (select id from card where ${isIt} limit ${NAMESAKES}) card
    join audit_event hit on hit.targets <> '[]'
      and hit.targets @> jsonb_build_array(jsonb_build_object('kind', 'card', 'id', card.id)))`;
}

function hasTarget(target: { kind?: string; id: number | string }): RawBuilder<unknown> {
  return sql`(event.targets <> '[]' and event.targets @> ${JSON.stringify([target])}::jsonb)`;
}

/** A key of a company's program and a button in a messenger act for people. */
function isBy(by: NonNullable<AuditFilter['by']>): RawBuilder<unknown> {
  const isJob = sql`coalesce(event.actor, '') like 'job: %'`;
  return by === 'jobs' ? isJob : sql`not ${isJob}`;
}

function isId(text: string): boolean {
  return /^\d{1,15}$/.test(text);
}

function toLoggedEvent(row: EventRow): LoggedEvent {
  // The device has a column of its own by now.
  const { userAgent: _, ...input } = row.details;
  const details = Object.keys(input).length > 0 ? input : null;
  return {
    id: row.id,
    at: row.at,
    action: row.what,
    userId: row.user_id,
    person: row.person,
    role: row.role,
    job: row.actor,
    company:
      row.company_id === null
        ? null
        : { id: row.company_id, title: row.company_title ?? `№ ${row.company_id}` },
    targets: row.targets,
    before: row.before,
    after: details || row.after ? { ...details, ...row.after } : null,
    ip: row.ip,
    device: row.device,
    requestId: row.request_id,
  };
}

import { sql, type RawBuilder } from 'kysely';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { onlyRow, rows, type Db } from '../../../db/database.ts';
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

export interface LogStretch {
  scope: CompanyScope | null;
  filter: AuditFilter;
  limit: number;
  offset?: number;
  /** Only lines before this one. */
  beforeId?: number | undefined;
}

/** Lines of the log, newest first. */
export async function listEvents(db: Db, stretch: LogStretch): Promise<LoggedEvent[]> {
  const { scope, filter, limit, offset = 0, beforeId } = stretch;
  const found = await rows(
    db,
    sql<EventRow>`
      select event.id, event.at, event.what, event.user_id, event.role, event.actor, event.company_id, event.before, event.after,
        event.details, event.ip, event.device, event.request_id, company.title as company_title,
        nullif(concat_ws(' ', person.firstname, person.lastname), '') as person,
        (select coalesce(json_agg(json_build_object('kind', target ->> 'kind', 'id', target -> 'id', 'title', ${TARGET_TITLE})), '[]')
          from jsonb_array_elements(event.targets) target) as targets
      from (
        select * from audit_event event
        where ${which(scope, filter)} and ${beforeId === undefined ? sql`true` : sql`event.id < ${beforeId}`}
        order by event.id desc offset ${offset} limit ${limit}
      ) event
      left join app_user person on person.id = event.user_id
      left join company on company.id = event.company_id
      order by event.id desc`,
  );
  return found.map(eventOf);
}

/** A card by the end of its number, a company by its name. */
const TARGET_TITLE = sql`case target ->> 'kind'
  when 'card' then (select '…' || right(card.card_number, 4) from card where card.id::text = target ->> 'id')
  when 'key' then (select '«' || title || '»' from api_key where api_key.id::text = target ->> 'id')
  when 'company' then (select title from company one where one.id::text = target ->> 'id')
end`;

/** How many there are, up to `most` and one more. */
export async function countEvents(
  db: Db,
  { scope, filter, most }: { scope: CompanyScope | null; filter: AuditFilter; most: number },
): Promise<number> {
  const { count } = await onlyRow(
    db,
    sql<{ count: number }>`
      select count(*) as count from (select 1 from audit_event event where ${which(scope, filter)} limit ${most + 1}) found`,
  );
  return count;
}

function which(scope: CompanyScope | null, filter: AuditFilter): RawBuilder<unknown> {
  const { actor, company, action, target, from, to } = filter;
  const conditions = [
    ...(scope ? [sql`event.company_id = ${scope.companyId}`] : []),
    ...(company === undefined ? [] : [ofCompany(company)]),
    ...(actor === undefined ? [] : [byActor(actor)]),
    ...(action === undefined ? [] : [sql`event.what = any(${action.split(',')}::text[])`]),
    ...(target === undefined ? [] : [ofTarget(target)]),
    ...(from === undefined ? [] : [sql`event.at >= ${from}`]),
    ...(to === undefined ? [] : [sql`event.at <= ${to}`]),
  ];
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
}

/** More people or companies of one name are not told apart by it. */
const NAMESAKES = 100;

function ofCompany(said: string): RawBuilder<unknown> {
  if (isId(said) && said.length < 10) return sql`event.company_id = ${Number(said)}`;
  return sql`event.company_id in (
    select id from company where inn = ${said} or title ilike ${contains(said)} limit ${NAMESAKES})`;
}

function byActor(said: string): RawBuilder<unknown> {
  if (isId(said) && said.length < 10) return sql`event.user_id = ${Number(said)}`;
  return sql`(event.user_id in (
      select id from app_user
      where concat_ws(' ', firstname, lastname, firstname) ilike ${contains(said)}
        or right(phone, 10) = ${said.replace(/\D/g, '').slice(-10)} limit ${NAMESAKES})
    or event.actor ilike ${contains(said)})`;
}

/** As many digits of a card as people read to each other; fewer would find a tenth of all cards. */
const CARD_END = 4;

/** `card:12`, a bare id of anything, or a card's own number, whole or its end. */
function ofTarget(said: string): RawBuilder<unknown> {
  const [, kind, id] = /^([a-z-]+):(.+)$/.exec(said) ?? [];
  if (kind !== undefined && id !== undefined) return holds({ kind, id: isId(id) ? Number(id) : id });
  const digits = said.replace(/[\s-]/g, '');
  if (isId(digits) && digits.length < CARD_END) return holds({ id: Number(digits) });
  if (isId(digits) && digits.length < 10)
    return sql`(${holds({ id: Number(digits) })} or ${ofCardNumber(sql`card_number like ${`%${digits}`}`)})`;
  return sql`(${holds({ id: said })} or ${ofCardNumber(sql`card_number = ${digits}`)})`;
}

function ofCardNumber(isIt: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`event.id in (
    select hit.id from (select id from card where ${isIt} limit ${NAMESAKES}) card
    join audit_event hit on hit.targets <> '[]'
      and hit.targets @> jsonb_build_array(jsonb_build_object('kind', 'card', 'id', card.id)))`;
}

function holds(target: { kind?: string; id: number | string }): RawBuilder<unknown> {
  return sql`(event.targets <> '[]' and event.targets @> ${JSON.stringify([target])}::jsonb)`;
}

function isId(text: string): boolean {
  return /^\d{1,15}$/.test(text);
}

function contains(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}

function eventOf(row: EventRow): LoggedEvent {
  // The device has a column of its own by now.
  const { userAgent: _, ...said } = row.details;
  const details = Object.keys(said).length > 0 ? said : null;
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

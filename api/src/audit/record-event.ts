import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../db/database.ts';
import type { AuditedEvent } from './audited-event.ts';
import { currentWork, type Target } from '../lib/current-work.ts';
import { markRecorded } from './write-trace.ts';
import { withActor } from './with-actor.ts';

export type AuditTarget = Target;

export interface AuditRecord {
  at: Date;
  /** An event, or the name of the call or the job where nothing more is known. */
  what: AuditedEvent;
  userId?: number | undefined;
  companyId?: number | undefined;
  ip?: string | undefined;
  /** Persons and things concerned besides the company, by kind and id. */
  targets?: readonly AuditTarget[];
  /** Values before and after. Only the fields that changed, never secrets. */
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
  /** Details of the event. They must not contain a code, a token, a whole phone number or a whole address. */
  details?: Record<string, unknown>;
}

/** A line with the facts of the work that it belongs to. */
export interface AuditLine {
  at: Date;
  what: string;
  userId: number | null;
  companyId: number | null;
  role: string | null;
  actor: string | null;
  ip: string | null;
  device: string | null;
  requestId: string | null;
  targets: readonly AuditTarget[];
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  details: Record<string, unknown>;
}

/**
 * Adds a line to the audit log. Inside a transaction the line exists exactly when its change does. If the event does
 * not name the actor, the current work (the request or the job) does.
 */
export async function recordEvent(db: Db, event: AuditRecord): Promise<void> {
  markRecorded(db);
  const line = toAuditLine(event);
  await sql`
    insert into audit_event (at, what, user_id, company_id, role, actor, ip, device, request_id, details, targets, before, after)
    values (${line.at}, ${line.what}, ${line.userId}, ${getCompanyIdSql(line)}, ${line.role}, ${line.actor}, ${line.ip}, ${line.device},
      ${line.requestId}, ${JSON.stringify(line.details)}, ${JSON.stringify(line.targets)}, ${toJson(line.before)},
      ${toJson(line.after)})`.execute(db);
}

/** Records many actions of different people. Each line has its facts already. */
export async function recordLines(db: Db, now: Date, lines: readonly AuditLine[]): Promise<void> {
  const texts = (of: (line: AuditLine) => string | null) => sql`${lines.map(of)}::text[]`;
  const ids = (of: (line: AuditLine) => number | null) => sql`${lines.map(of)}::bigint[]`;
  await sql`
    insert into audit_event (at, what, user_id, company_id, role, actor, ip, device, request_id, details, targets, before, after)
    select ${now}::timestamptz, what, user_id, company_id, role, actor, ip, device, request_id, details::jsonb, targets::jsonb,
      before::jsonb, after::jsonb
    from unnest(${texts((auditLine) => auditLine.what)}, ${ids((auditLine) => auditLine.userId)}, ${ids((auditLine) => auditLine.companyId)}, ${texts((auditLine) => auditLine.role)},
      ${texts((auditLine) => auditLine.actor)}, ${texts((auditLine) => auditLine.ip)}, ${texts((auditLine) => auditLine.device)}, ${texts((auditLine) => auditLine.requestId)},
      ${texts((auditLine) => JSON.stringify(auditLine.details))}, ${texts((auditLine) => JSON.stringify(auditLine.targets))},
      ${texts((auditLine) => toJson(auditLine.before))}, ${texts((auditLine) => toJson(auditLine.after))})
      as line (what, user_id, company_id, role, actor, ip, device, request_id, details, targets, before, after)`.execute(
    db,
  );
}

/** Returns the event completed with the facts of the current work. */
export function toAuditLine(event: Omit<AuditRecord, 'what'> & { what: string }): AuditLine {
  const work = currentWork();
  if (work) work.lines += 1;
  return {
    at: event.at,
    what: event.what,
    userId: event.userId ?? work?.userId ?? null,
    companyId: event.companyId ?? work?.companyId ?? null,
    role: getRole(event.userId),
    actor: work?.actor ?? null,
    ip: event.ip ?? work?.ip ?? null,
    device: work?.device ?? null,
    requestId: work?.requestId ?? null,
    targets: withActor(event.targets ?? work?.targets ?? [], work?.by ?? null),
    before: event.before ?? null,
    after: event.after ?? null,
    details: event.details ?? {},
  };
}

/** The role is the caller's, and no other person's whom the event names. */
function getRole(userId: number | undefined): string | null {
  const work = currentWork();
  return work && (userId === undefined || userId === work.userId) ? work.role : null;
}

/** A user who has just signed in had no session yet. Their company's log still gets the line. */
function getCompanyIdSql({ userId, companyId }: AuditLine): RawBuilder<unknown> {
  const work = currentWork();
  const isSigningIn = work?.requestId && work.userId === null && userId !== null && companyId === null;
  return isSigningIn
    ? sql`(select company_id from app_user where id = ${userId})`
    : sql`${companyId}::bigint`;
}

function toJson(value: Record<string, unknown> | null): string | null {
  return value === null ? null : JSON.stringify(value);
}

import { sql } from 'kysely';
import type { AccessState } from '#contract/identity/colleagues.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { firstRow, getOnlyRow, type Db } from '../../../db/database.ts';
import type { Context } from '../../../context.ts';
import { notFound, conflict, fieldRefusal } from '../../../errors.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import type { Session } from '../../../http/session.ts';
import { findRole } from '../../messaging/users/memberships.ts';
import { findAccess } from '../companies/companies.ts';

export const ACCESS_DECIDED = 'Эта просьба уже решена или отозвана';

/** A person who waits for the company's admin. */
export interface AccessRequest {
  id: number;
  firstname: string | null;
  lastname: string | null;
  phone: string;
  askedAt: Date;
}

/** Asked again after a refusal it waits again. */
async function putAccessRequest(
  db: Db,
  args: { companyId: number; userId: number; now: Date },
): Promise<void> {
  await sql`
    insert into access_request (company_id, user_id, asked_at)
    values (${args.companyId}, ${args.userId}, ${args.now})
    on conflict (company_id, user_id) do update set asked_at = excluded.asked_at, declined_at = null
      where access_request.declined_at is not null`.execute(db);
}

export async function listWaiting(db: Db, scope: CompanyScope): Promise<AccessRequest[]> {
  const { rows } = await sql<AccessRequest>`
    select request.id, firstname, lastname, phone, asked_at as "askedAt"
    from access_request request join app_user on app_user.id = user_id
    where request.company_id = ${scope.companyId} and declined_at is null order by request.id`.execute(db);
  return rows;
}

export async function findWaiting(db: Db, scope: CompanyScope, id: number): Promise<AccessRequest | null> {
  return firstRow(
    db,
    sql<AccessRequest>`
      select request.id, firstname, lastname, phone, asked_at as "askedAt"
      from access_request request join app_user on app_user.id = user_id
      where request.company_id = ${scope.companyId} and request.id = ${id} and declined_at is null`,
  );
}

/** A user who has become a colleague does not wait for the company any more, and is not declined either. */
export async function deleteAccessRequests(
  db: Db,
  { userId, companyId }: { userId: number; companyId: number },
): Promise<void> {
  await sql`
    delete from access_request where user_id = ${userId} and company_id = ${companyId}`.execute(db);
}

/** Returns the user concerned, or null when the request was not waiting. */
async function markDeclined(
  db: Db,
  scope: CompanyScope,
  { id, now }: { id: number; now: Date },
): Promise<number | null> {
  const declined = await firstRow(
    db,
    sql<{ userId: number }>`
      update access_request set declined_at = ${now}
      where company_id = ${scope.companyId} and id = ${id} and declined_at is null returning user_id as "userId"`,
  );
  return declined?.userId ?? null;
}

async function countWaitingRequests(db: Db, userId: number): Promise<number> {
  const { count } = await getOnlyRow(
    db,
    sql<{ count: number }>`
      select count(*) from access_request where user_id = ${userId} and declined_at is null`,
  );
  return count;
}

export interface Decline {
  scope: CompanyScope;
  adminId: number;
  id: number;
  ip: string;
}

/** The person reads it at the INN. 404 another company's request, or one that was decided. */
export async function declineAccess(ctx: Context, { scope, adminId, id, ip }: Decline): Promise<void> {
  const now = ctx.clock.now();
  await ctx.db.inCompany(scope, async (tx) => {
    const declined = await markDeclined(tx, scope, { id, now });
    if (declined === null) throw notFound(ACCESS_DECIDED);
    await recordEvent(tx, {
      at: now,
      what: 'access-declined',
      userId: adminId,
      companyId: scope.companyId,
      ip,
      details: { userId: declined },
    });
  });
}

/** Limits a user who tries one INN after another. */
const MAX_WAITING = 5;

/**
 * Asks a client's admin to let this user in: knowing an INN gives no access by itself (docs/specification.md 2). A
 * repeated request stays one request. Refuses on `inn` of no client; 409 for a user who has a role in that company, or
 * waits for five answers.
 */
export async function askForAccess(
  ctx: Context,
  session: Session,
  { inn, ip }: { inn: string; ip: string },
): Promise<AccessState> {
  const { userId } = session;
  const now = ctx.clock.now();
  const found = await findAccess(ctx.db.system, { inn, userId });
  if (!found) throw fieldRefusal('inn', 'Компания с этим ИНН ещё не подключена: подключите её сами');
  const { companyId } = found;
  if ((await findRole(ctx.db.system, { userId, companyId, now })) !== 'none')
    throw conflict('Вы уже работаете от имени этой компании');
  if (found.access === 'asked') return 'asked';
  await ctx.db.inSystem(async (tx) => {
    if ((await countWaitingRequests(tx, userId)) >= MAX_WAITING)
      throw conflict('Вы уже попросили доступ у нескольких компаний: дождитесь ответа');
    await putAccessRequest(tx, { companyId, userId, now });
    await recordEvent(tx, { at: now, what: 'access-asked', userId, companyId, ip });
  });
  return 'asked';
}

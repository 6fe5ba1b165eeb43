import { sql } from 'kysely';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { firstRow, onlyRow, type Db } from '../../../db/database.ts';

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
export async function putAccessRequest(
  db: Db,
  asked: { companyId: number; userId: number; now: Date },
): Promise<void> {
  await sql`
    insert into access_request (company_id, user_id, asked_at)
    values (${asked.companyId}, ${asked.userId}, ${asked.now})
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

/** Whoever has become a colleague waits for nobody any more, nor is declined. */
export async function deleteAccessRequests(db: Db, userId: number): Promise<void> {
  await sql`delete from access_request where user_id = ${userId}`.execute(db);
}

/** Whom it concerned; null when it was not waiting. */
export async function markDeclined(
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

export async function countWaitingOf(db: Db, userId: number): Promise<number> {
  const { count } = await onlyRow(
    db,
    sql<{ count: number }>`
      select count(*) from access_request where user_id = ${userId} and declined_at is null`,
  );
  return count;
}

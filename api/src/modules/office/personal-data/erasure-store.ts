import { sql } from 'kysely';
import { REQUEST_STATUS } from '#contract/ids.ts';
import { firstRow, onlyRow, rows, type Db } from '../../../db/database.ts';
import type { ErasureRequest, PersonToErase } from './erasure.ts';

const PERSON = sql`
  u.id, u.phone, u.firstname, u.lastname, u.role, u.erased_at as "erasedAt", u.staff_role is not null as "isStaff",
  case when u.role <> 'none' then u.company_id end as "companyId",
  not exists (select from app_user other where other.company_id = u.company_id and other.role = 'admin'
    and other.id <> u.id) as "isAlone",
  exists (select from card_request where author_id = u.id
    and status_id in (${REQUEST_STATUS.created}, ${REQUEST_STATUS.approved})) as "hasOrder"`;

export function findPersonToErase(db: Db, id: number): Promise<PersonToErase | null> {
  return firstRow(db, sql<PersonToErase>`select ${PERSON} from app_user u where u.id = ${id}`);
}

/** The person with all colleagues held until the transaction ends: no other admin leaves meanwhile. */
export async function lockPersonToErase(tx: Db, id: number): Promise<PersonToErase | null> {
  await sql`
    select id from app_user where id = ${id}
      or company_id = (select company_id from app_user own where own.id = ${id})
    order by id for no key update`.execute(tx);
  return findPersonToErase(tx, id);
}

export function findOpenRequest(db: Db, userId: number): Promise<{ askedAt: Date } | null> {
  return firstRow(
    db,
    sql<{ askedAt: Date }>`
      select asked_at as "askedAt" from erasure_request where user_id = ${userId} and done_at is null`,
  );
}

/** Asked before it keeps its time; `isNew` says which. */
export async function putRequest(
  tx: Db,
  { userId, now }: { userId: number; now: Date },
): Promise<{ askedAt: Date; isNew: boolean }> {
  return onlyRow(
    tx,
    sql<{ askedAt: Date; isNew: boolean }>`
      insert into erasure_request as r (user_id, asked_at) values (${userId}, ${now})
      on conflict (user_id) where done_at is null do update set asked_at = r.asked_at
      returning asked_at as "askedAt", xmax = 0 as "isNew"`,
  );
}

/** What staff answered the last time; null when something is asked anew, or nothing was declined. */
export async function findDeclined(db: Db, userId: number): Promise<{ at: Date; reason: string } | null> {
  const last = await firstRow(
    db,
    sql<{ at: Date; reason: string; declined: boolean }>`
      select done_at as at, reason, declined from erasure_request where user_id = ${userId} order by id desc limit 1`,
  );
  return last?.declined ? { at: last.at, reason: last.reason } : null;
}

/** Ends an open wish without an erasure; its number, null when there was none. */
export async function markDeclined(
  tx: Db,
  args: { userId: number; by: number; reason: string; now: Date },
): Promise<number | null> {
  const row = await firstRow(
    tx,
    sql<{ id: number }>`
      update erasure_request set done_at = ${args.now}, done_by = ${args.by}, reason = ${args.reason}, declined = true
      where user_id = ${args.userId} and done_at is null returning id`,
  );
  return row?.id ?? null;
}

/** Whether there was one. */
export async function deleteRequest(tx: Db, userId: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from erasure_request where user_id = ${userId} and done_at is null`.execute(tx);
  return Number(numAffectedRows ?? 0) > 0;
}

/** Whoever asked by a letter has no row yet. */
export async function markErased(
  tx: Db,
  args: { userId: number; by: number; reason: string; now: Date },
): Promise<void> {
  await putRequest(tx, args);
  await sql`
    update erasure_request set done_at = ${args.now}, done_by = ${args.by}, reason = ${args.reason}
    where user_id = ${args.userId} and done_at is null`.execute(tx);
}

const MOST_SHOWN = 500;

export function listRequests(db: Db): Promise<ErasureRequest[]> {
  return rows(
    db,
    sql<ErasureRequest>`
      select request.id as "requestId", request.asked_at as "askedAt", ${PERSON},
        case when c.id is not null then json_build_object('id', c.id, 'inn', coalesce(c.inn, c.former_inn, ''),
          'title', c.title) end as company
      from erasure_request request
      join app_user u on u.id = request.user_id
      left join company c on c.id = u.company_id
      where request.done_at is null order by request.id limit ${MOST_SHOWN}`,
  );
}

import { sql } from 'kysely';
import { REQUEST_STATUS } from '#contract/ids.ts';
import { firstRow, getOnlyRow, rows, type Db } from '../../../db/database.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import type { Context } from '../../../context.ts';
import { notFound, conflict } from '../../../errors.ts';

export interface PersonToErase {
  id: number;
  phone: string;
  firstname: string | null;
  lastname: string | null;
  role: string;
  companyId: number | null;
  isStaff: boolean;
  /** Whether the company has no other admin. */
  isAlone: boolean;
  /** An order of his is neither issued nor rejected. */
  hasOrder: boolean;
  erasedAt: Date | null;
}

export interface ErasureRequest extends PersonToErase {
  requestId: number;
  askedAt: Date;
  company: { id: number; inn: string; title: string } | null;
}

/** Returns why this person can't be erased now. Null means that there is no obstacle. */
export function findErasureObstacle(person: PersonToErase): string | null {
  if (person.erasedAt) return 'Данные этого человека уже удалены';
  if (person.isStaff) return 'Сначала нужно выйти из сотрудников программы';
  if (person.isAlone)
    return 'Единственный администратор компании: сначала нужно дать эту роль другому сотруднику';
  if (person.hasOrder) return 'Заявка на карты ещё в работе: сначала её нужно завершить';
  return null;
}

const PERSON = sql`
  u.id, u.phone, u.firstname, u.lastname, u.role, u.erased_at as "erasedAt", u.staff_role is not null as "isStaff",
  case when u.role <> 'none' then u.company_id end as "companyId",
  exists (select from membership own where own.user_id = u.id and own.role = 'admin' and own.ended_at is null
    and not exists (select from membership other where other.company_id = own.company_id and other.role = 'admin'
      and other.user_id <> u.id and other.ended_at is null)) as "isAlone",
  exists (select from card_request where author_id = u.id
    and status_id in (${REQUEST_STATUS.created}, ${REQUEST_STATUS.approved})) as "hasOrder"`;

export function findPersonToErase(db: Db, id: number): Promise<PersonToErase | null> {
  return firstRow(db, sql<PersonToErase>`select ${PERSON} from app_user u where u.id = ${id}`);
}

/** Locks the person and all colleagues until the transaction ends, so that no other admin leaves meanwhile. */
export async function lockPersonToErase(tx: Db, id: number): Promise<PersonToErase | null> {
  await sql`
    select id from app_user where id = ${id}
      or id in (select colleague.user_id from membership own join membership colleague using (company_id)
        where own.user_id = ${id} and own.ended_at is null and colleague.ended_at is null)
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

/** A repeated request keeps its first time. `isNew` is true for a new one. */
async function putRequest(
  tx: Db,
  { userId, now }: { userId: number; now: Date },
): Promise<{ askedAt: Date; isNew: boolean }> {
  return getOnlyRow(
    tx,
    sql<{ askedAt: Date; isNew: boolean }>`
      insert into erasure_request as r (user_id, asked_at) values (${userId}, ${now})
      on conflict (user_id) where done_at is null do update set asked_at = r.asked_at
      returning asked_at as "askedAt", xmax = 0 as "isNew"`,
  );
}

/** Returns the last answer of staff, or null if there is a new request or nothing was declined. */
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

/** Returns whether there was a request. */
async function deleteRequest(tx: Db, userId: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from erasure_request where user_id = ${userId} and done_at is null`.execute(tx);
  return Number(numAffectedRows ?? 0) > 0;
}

/** A person who asked by letter has no row yet. */
export async function markErased(
  tx: Db,
  args: { userId: number; by: number; reason: string; now: Date },
): Promise<void> {
  await putRequest(tx, args);
  await sql`
    update erasure_request set done_at = ${args.now}, done_by = ${args.by}, reason = ${args.reason}
    where user_id = ${args.userId} and done_at is null`.execute(tx);
}

const MAX_SHOWN = 500;

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
      where request.done_at is null order by request.id limit ${MAX_SHOWN}`,
  );
}

/** Counts the people who wait to be erased. */
export async function countRequestedErasures(db: Db): Promise<number> {
  const row = await getOnlyRow(
    db,
    sql<{ count: number }>`select count(*)::int as count from erasure_request where done_at is null`,
  );
  return row.count;
}

/** Cancels the request unless it was carried out. */
export async function cancelErasure(
  ctx: Context,
  { userId, ip }: { userId: number; ip: string },
): Promise<void> {
  await ctx.db.inSystem(async (tx) => {
    if (!(await deleteRequest(tx, userId))) throw notFound('Просьбы об удалении нет');
    await recordEvent(tx, { at: ctx.clock.now(), what: 'erasure-cancelled', userId, ip });
  });
}

/**
 * Stores a person's request to be erased, once. Returns the time of the request. Refuses with 409 while something
 * prevents it.
 */
export async function askForErasure(
  ctx: Context,
  { userId, ip }: { userId: number; ip: string },
): Promise<Date> {
  const now = ctx.clock.now();
  return ctx.db.inSystem(async (tx) => {
    const person = await lockPersonToErase(tx, userId);
    if (!person) throw notFound('Такого человека нет');
    const obstacle = findErasureObstacle(person);
    if (obstacle !== null) throw conflict(obstacle);
    const { askedAt, isNew } = await putRequest(tx, { userId, now });
    if (isNew) await recordEvent(tx, { at: now, what: 'erasure-asked', userId, ip });
    return askedAt;
  });
}

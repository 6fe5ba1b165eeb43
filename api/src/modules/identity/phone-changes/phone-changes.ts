import { sql } from 'kysely';
import type { PhoneChangeState } from '#contract/identity/phone-changes.ts';
import { firstRow, rows, type Db, getOnlyRow } from '../../../db/database.ts';

export interface PhoneChange {
  id: number;
  state: PhoneChangeState;
  userId: number;
  companyId: number | null;
  oldPhone: string;
  newPhone: string;
  name: string;
  comment: string;
  askedAt: Date;
  person: {
    id: number;
    firstname: string | null;
    lastname: string | null;
    role: string;
    company: { id: number; inn: string; title: string } | null;
    staff: boolean;
    since: string;
    seen_at: string | null;
  };
  decidedBy: { id: number; firstname: string | null; lastname: string | null } | null;
  reason: string | null;
  effectiveAt: Date | null;
  endedAt: Date | null;
}

const MAX_SHOWN = 500;

const CHANGE = sql`
  select change.id, change.state, change.user_id as "userId", u.company_id as "companyId",
    change.old_phone as "oldPhone", change.new_phone as "newPhone", change.name, change.comment,
    change.asked_at as "askedAt", change.reason, change.effective_at as "effectiveAt", change.ended_at as "endedAt",
    json_build_object('id', u.id, 'firstname', u.firstname, 'lastname', u.lastname, 'role', u.role,
      'company', case when c.id is not null then json_build_object('id', c.id, 'inn', c.inn, 'title', c.title) end,
      'staff', u.staff_role is not null, 'since', ${iso('u.created_at')},
      'seen_at', (select ${iso('max(s.created_at)')} from session s where s.user_id = u.id)) as person,
    case when d.id is not null then json_build_object('id', d.id, 'firstname', d.firstname, 'lastname', d.lastname)
    end as "decidedBy"
  from phone_change change
  join app_user u on u.id = change.user_id
  left join company c on c.id = u.company_id
  left join app_user d on d.id = change.decided_by`;

/** A moment inside JSON as the wire writes it. */
function iso(column: string) {
  return sql`to_char(${sql.raw(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;
}

export function listChanges(db: Db, state: PhoneChangeState | undefined): Promise<PhoneChange[]> {
  return rows(
    db,
    sql<PhoneChange>`
      ${CHANGE} where ${state ?? null}::text is null or change.state = ${state ?? null}
      order by change.ended_at is null desc, change.id desc limit ${MAX_SHOWN}`,
  );
}

export function findChange(db: Db, id: number): Promise<PhoneChange | null> {
  return firstRow(db, sql<PhoneChange>`${CHANGE} where change.id = ${id}`);
}

export function findOpenChange(db: Db, userId: number): Promise<PhoneChange | null> {
  return firstRow(
    db,
    sql<PhoneChange>`${CHANGE} where change.user_id = ${userId} and change.ended_at is null`,
  );
}

/** Stores the request if a user signs in by the phone and has no pending request. Returns its id. */
export async function insertChange(
  tx: Db,
  args: { oldPhone: string; newPhone: string; name: string; comment: string; now: Date },
): Promise<{ id: number; userId: number; companyId: number | null } | null> {
  return firstRow(
    tx,
    sql<{ id: number; userId: number; companyId: number | null }>`
      with made as (
        insert into phone_change (user_id, old_phone, new_phone, name, comment, asked_at)
        select id, phone, ${args.newPhone}, ${args.name}, ${args.comment}, ${args.now} from app_user
        where phone = ${args.oldPhone}
        on conflict do nothing returning id, user_id
      )
      select made.id, made.user_id as "userId", u.company_id as "companyId" from made join app_user u on u.id = made.user_id`,
  );
}

/** Returns the change, locked until the transaction ends. */
export async function lockChange(tx: Db, id: number): Promise<PhoneChange | null> {
  await sql`select id from phone_change where id = ${id} for update`.execute(tx);
  return findChange(tx, id);
}

export async function markAllowed(
  tx: Db,
  args: { id: number; by: number; reason: string; effectiveAt: Date },
): Promise<void> {
  await sql`
    update phone_change set state = 'allowed', decided_by = ${args.by}, reason = ${args.reason}, effective_at = ${args.effectiveAt}
    where id = ${args.id}`.execute(tx);
}

export async function markEnded(
  tx: Db,
  args: {
    id: number;
    state: Exclude<PhoneChangeState, 'asked' | 'allowed'>;
    by: number | null;
    reason: string | null;
    now: Date;
  },
): Promise<void> {
  await sql`
    update phone_change set state = ${args.state}, decided_by = coalesce(${args.by}, decided_by),
      reason = coalesce(${args.reason}, reason), ended_at = ${args.now}
    where id = ${args.id}`.execute(tx);
}

export async function isTaken(tx: Db, phone: string): Promise<boolean> {
  return (await firstRow(tx, sql`select id from app_user where phone = ${phone}`)) !== null;
}

/** Counts requests about a lost phone that the staff have not handled yet. */
export async function countRequestedPhones(db: Db): Promise<number> {
  const row = await getOnlyRow(
    db,
    sql<{ count: number }>`select count(*)::int as count from phone_change where state = 'asked'`,
  );
  return row.count;
}

/** Deletes what was asked about another phone and ended before a moment; returns how many. Staff decide few a day. */
export async function deleteOldPhoneChanges(db: Db, before: Date): Promise<number> {
  const { numAffectedRows } = await sql`delete from phone_change where ended_at < ${before}`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Deletes what was asked about other phones of a person. */
export async function erasePhoneChanges(tx: Db, userId: number): Promise<void> {
  await sql`delete from phone_change where user_id = ${userId}`.execute(tx);
}

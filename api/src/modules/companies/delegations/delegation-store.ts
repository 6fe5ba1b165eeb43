import { sql } from 'kysely';
import type { Role } from '#contract/access.ts';
import type { Kopecks } from '#contract/kopecks.ts';
import { firstRow, getOnlyRow, rows, type Db } from '../../../db/database.ts';

/** Terms on which a company lets an accounting firm in. */
export interface DelegationRecord {
  id: number;
  companyId: number;
  companyInn: string;
  companyTitle: string;
  /** The company is in the programme. */
  isClient: boolean;
  firmInn: string;
  firmTitle: string;
  /** Null until the firm accepts, unless it was invited by a phone. */
  firmId: number | null;
  role: Exclude<Role, 'none' | 'admin'>;
  until: Date | null;
  maxSum: Kopecks | null;
  grantedAt: Date;
  acceptedAt: Date | null;
  endedAt: Date | null;
}

/** A person of the firm who acts for the company. */
export interface DelegatedPerson {
  delegationId: number;
  id: number;
  firstname: string | null;
  lastname: string | null;
  since: Date;
  seenAt: Date | null;
}

const COLUMNS = sql`delegation.id, company_id as "companyId", coalesce(company.inn, company.former_inn) as "companyInn",
  company.title as "companyTitle", company.client_since is not null as "isClient", firm_inn as "firmInn",
  firm_title as "firmTitle", firm_id as "firmId", delegation.role, delegation.until, max_sum_kopecks as "maxSum",
  granted_at as "grantedAt", accepted_at as "acceptedAt", ended_at as "endedAt"`;

/**
 * SQL: whether a company is the firm of a delegation. Until a firm has accepted, it is the client with its
 * INN, or the company that was invited for it.
 */
const isFirm = (firmId: number) => sql`(firm_id = ${firmId} or (firm_id is null and firm_inn = (
  select inn from company where id = ${firmId} and client_since is not null)))`;

/** Both sides of a company: what it gives and what it has received, the newest first. */
export function listDelegations(db: Db, companyId: number): Promise<DelegationRecord[]> {
  return rows(
    db,
    sql<DelegationRecord>`
      select ${COLUMNS} from delegation join company on company.id = company_id
      where company_id = ${companyId} or ${isFirm(companyId)} order by delegation.id desc limit 500`,
  );
}

/** One of a company's delegations, of either side, locked until the transaction ends; null where it has no such. */
export function lockDelegation(
  tx: Db,
  { id, companyId }: { id: number; companyId: number },
): Promise<DelegationRecord | null> {
  return firstRow(
    tx,
    sql<DelegationRecord>`
      select ${COLUMNS} from delegation join company on company.id = company_id
      where delegation.id = ${id} and (company_id = ${companyId} or ${isFirm(companyId)})
      for update of delegation`,
  );
}

/** Returns null where the firm is let in already. A delegation whose term has run out makes room. */
export async function insertDelegation(
  tx: Db,
  made: Pick<
    DelegationRecord,
    'companyId' | 'firmInn' | 'firmTitle' | 'firmId' | 'role' | 'until' | 'maxSum'
  > & {
    grantedBy: number;
    now: Date;
  },
): Promise<number | null> {
  await sql`
    update delegation set ended_at = until
    where company_id = ${made.companyId} and firm_inn = ${made.firmInn} and ended_at is null and until <= ${made.now}`.execute(
    tx,
  );
  const row = await firstRow(
    tx,
    sql<{ id: number }>`
      insert into delegation (company_id, firm_inn, firm_title, firm_id, role, until, max_sum_kopecks, granted_by, granted_at)
      values (${made.companyId}, ${made.firmInn}, ${made.firmTitle}, ${made.firmId}, ${made.role}, ${made.until},
        ${made.maxSum}, ${made.grantedBy}, ${made.now})
      on conflict (company_id, firm_inn) where ended_at is null do nothing returning id`,
  );
  return row?.id ?? null;
}

export async function markAccepted(
  tx: Db,
  { id, firmId, userId, now }: { id: number; firmId: number; userId: number; now: Date },
): Promise<void> {
  await sql`
    update delegation set firm_id = ${firmId}, accepted_by = ${userId}, accepted_at = ${now} where id = ${id}`.execute(
    tx,
  );
}

export async function markEnded(
  tx: Db,
  { id, userId, now }: { id: number; userId: number; now: Date },
): Promise<void> {
  await sql`update delegation set ended_by = ${userId}, ended_at = ${now} where id = ${id}`.execute(tx);
}

/** The people who act by these delegations now, and when each was last seen in the company. */
export function listDelegatedPeople(db: Db, ids: readonly number[], now: Date): Promise<DelegatedPerson[]> {
  return rows(
    db,
    sql<DelegatedPerson>`
      select membership.delegation_id as "delegationId", person.id, firstname, lastname, membership.since, (
          select at from audit_event event
          where event.user_id = person.id and event.company_id = membership.company_id and at >= membership.since
          order by event.id desc limit 1
        ) as "seenAt"
      from membership join app_user person on person.id = membership.user_id
      where membership.delegation_id = any(${ids}::bigint[]) and via = 'delegation' and ended_at is null
        and (until is null or until > ${now})
      order by person.id`,
  );
}

/** Whether a person has a role of their own in the firm. */
export async function isEmployee(
  tx: Db,
  { userId, firmId }: { userId: number; firmId: number },
): Promise<boolean> {
  const row = await firstRow(
    tx,
    sql`
      select from membership
      where user_id = ${userId} and company_id = ${firmId} and via = 'employee' and role <> 'none' and ended_at is null
      for key share`,
  );
  return row !== null;
}

/** The client with an INN, or null. */
export function findClientFirm(db: Db, inn: string): Promise<{ id: number; title: string } | null> {
  return firstRow(
    db,
    sql<{ id: number; title: string }>`
      select id, title from company where inn = ${inn} and client_since is not null`,
  );
}

/** A firm outside the programme that one person heads, or is invited to head. */
export interface OutsideFirm {
  id: number;
  /** False while the person has not answered the invitation. */
  isHeaded: boolean;
}

/**
 * Finds the firm outside the programme that the owner of a phone heads, or is invited to head. It makes companies that name the
 * same phone wait for each other until the transaction ends, so that they reach one firm.
 */
export async function lockOutsideFirm(
  tx: Db,
  { inn, phone }: { inn: string; phone: string },
): Promise<OutsideFirm | null> {
  await sql`select pg_advisory_xact_lock(hashtext('outside-firm'), hashtext(${`${inn}:${phone}`}))`.execute(
    tx,
  );
  return firstRow(
    tx,
    sql<OutsideFirm>`
      select company.id, headed.id is not null as "isHeaded" from company
      left join lateral (
        select membership.id from membership join app_user person on person.id = membership.user_id
        where membership.company_id = company.id and membership.role = 'admin' and membership.ended_at is null
          and person.phone = ${phone} limit 1
      ) headed on true
      where company.former_inn = ${inn} and company.inn is null and company.client_since is null
        and exists (select from delegation where firm_id = company.id)
        and (headed.id is not null or exists (
          select from invitation where company_id = company.id and phone = ${phone} and role = 'admin' and ended_at is null))
      order by headed.id is null, company.id limit 1`,
  );
}

/** How many firms a company has named since a moment. */
export async function countDelegations(
  tx: Db,
  { companyId, since }: { companyId: number; since: Date },
): Promise<number> {
  const { count } = await getOnlyRow(
    tx,
    sql<{ count: number }>`
      select count(*)::int as count from delegation where company_id = ${companyId} and granted_at > ${since}`,
  );
  return count;
}

/** A line of the company's audit log, of a person of the firm. */
export interface DelegatedAction {
  at: Date;
  userId: number;
  person: string;
  what: string;
}

/** Actions of people for the company by a delegation, the newest first. */
export function listActions(db: Db, delegation: DelegationRecord, max: number): Promise<DelegatedAction[]> {
  return rows(
    db,
    sql<DelegatedAction>`
      select event.at, event.user_id as "userId", event.what,
        coalesce(nullif(concat_ws(' ', person.firstname, person.lastname), ''), 'Без имени') as person
      from audit_event event join app_user person on person.id = event.user_id
      where event.company_id = ${delegation.companyId} and exists (
        select from membership
        where membership.delegation_id = ${delegation.id} and membership.user_id = event.user_id
          and event.at >= membership.since and event.at <= coalesce(membership.ended_at, 'infinity'))
      order by event.id desc limit ${max}`,
  );
}

import { sql, type RawBuilder } from 'kysely';
import type { Role } from '#contract/access.ts';
import { firstRow, rows, type Db } from '../../../db/database.ts';
import { currentWork } from '../../../lib/current-work.ts';

/** A person's role in a company, as the person sees it. */
export interface Membership {
  companyId: number;
  inn: string;
  title: string;
  role: Exclude<Role, 'none'>;
  via: 'employee' | 'delegation';
  since: Date;
  /** The first moment at which it counts no more. Null means that it has no term. */
  until: Date | null;
  /** The accounting firm by whose delegation the person acts; null for the company's own people. */
  firm: string | null;
}

/** Lists the companies that a person may enter now, the home company first and the others by title. */
export function listMemberships(
  db: Db,
  { userId, now }: { userId: number; now: Date },
): Promise<Membership[]> {
  return rows(
    db,
    sql<Membership>`
      select membership.company_id as "companyId", coalesce(company.inn, company.former_inn) as inn, company.title,
        membership.role, membership.via,
        membership.since, membership.until,
        (select firm_title from delegation where via = 'delegation' and delegation.id = membership.delegation_id) as firm
      from membership join company on company.id = membership.company_id
      join app_user person on person.id = membership.user_id
      where membership.user_id = ${userId} and membership.role <> 'none' and membership.ended_at is null
        and (membership.until is null or membership.until > ${now})
      order by membership.company_id is distinct from person.company_id, company.title, company.id`,
  );
}

/**
 * Makes the next lines of this call in the audit log name the role, and the firm, that the caller has in a company for which the
 * session does not act.
 */
export function nameMember({ role, firm }: Pick<Membership, 'role' | 'firm'>): void {
  const work = currentWork();
  if (!work) return;
  work.role = role;
  work.actor = firm === null ? null : `firm: ${firm}`;
}

export async function countMemberships(
  db: Db,
  { userId, now }: { userId: number; now: Date },
): Promise<number> {
  const row = await firstRow(
    db,
    sql<{ count: number }>`
      select count(*)::int as count from membership
      where user_id = ${userId} and role <> 'none' and ended_at is null and (until is null or until > ${now})`,
  );
  return row?.count ?? 0;
}

/**
 * SQL: the company that links to a person named `person` have to name, because the person acts for several; null where one
 * company is all, or the message is about none.
 */
export function linkCompany(companyId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`case when (
    select count(*) from membership own
    where own.user_id = person.id and own.role <> 'none' and own.ended_at is null and (own.until is null or own.until > now())
  ) > 1 then ${companyId} end`;
}

/** Returns the company that a code to a person names, by its title; null where the person acts for one alone. */
export async function findNamedCompany(
  db: Db,
  { userId, companyId, now }: { userId: number; companyId: number; now: Date },
): Promise<string | null> {
  const all = await listMemberships(db, { userId, now });
  return all.length > 1 ? (all.find((own) => own.companyId === companyId)?.title ?? null) : null;
}

/** Returns a person's role in a company. `none` means that the person may not enter it. */
export async function findRole(
  db: Db,
  { userId, companyId, now }: { userId: number; companyId: number; now: Date },
): Promise<Role> {
  const row = await firstRow(
    db,
    sql<{ role: Role }>`
      select role from membership
      where user_id = ${userId} and company_id = ${companyId} and ended_at is null and (until is null or until > ${now})`,
  );
  return row?.role ?? 'none';
}

/**
 * Gives a person a role in a company. It becomes the home company of a person who has a role in none, and a further one of
 * anybody else. The caller has locked the person.
 */
export async function putMembership(
  tx: Db,
  { userId, companyId, role, now }: { userId: number; companyId: number; role: Role; now: Date },
): Promise<void> {
  // The membership of a home company follows its row of `app_user` (migration 996).
  const home = await firstRow(
    tx,
    sql`
      update app_user set company_id = ${companyId}, role = ${role}
      where id = ${userId} and (company_id = ${companyId} or role = 'none') returning id`,
  );
  if (home) return;
  await sql`
    insert into membership (user_id, company_id, role, since) values (${userId}, ${companyId}, ${role}, ${now})
    on conflict (user_id, company_id) where ended_at is null
    do update set role = excluded.role, via = 'employee', until = null, delegation_id = null`.execute(tx);
}

/**
 * Ends the roles of all people in a company, or of one. A home company is followed by the oldest other one in which the person
 * has a role. Returns the ids of the people.
 */
export async function endMemberships(
  tx: Db,
  { companyId, userId = null, now }: { companyId: number; userId?: number | null; now: Date },
): Promise<number[]> {
  const ended = await rows(
    tx,
    sql<{ id: number }>`
      update membership set ended_at = ${now}
      where company_id = ${companyId} and (${userId}::bigint is null or user_id = ${userId}) and ended_at is null
      returning user_id as id`,
  );
  const ids = ended.map(({ id }) => id);
  await sql`
    update app_user person set company_id = next.company_id, role = coalesce(next.role, 'none')
    from unnest(${ids}::bigint[]) as leaving (id)
    left join lateral (
      select company_id, role from membership
      where user_id = leaving.id and via = 'employee' and role <> 'none' and ended_at is null order by id limit 1
    ) next on true
    where person.id = leaving.id and person.company_id = ${companyId}`.execute(tx);
  return ids;
}

/** Ends all roles of a person. */
export async function endAllMemberships(
  tx: Db,
  { userId, now }: { userId: number; now: Date },
): Promise<void> {
  await sql`update membership set ended_at = ${now} where user_id = ${userId} and ended_at is null`.execute(
    tx,
  );
  await sql`update app_user set company_id = null, role = 'none' where id = ${userId}`.execute(tx);
}

/**
 * Lets a person of an accounting firm act for a company, as its delegation says. A row whose term has run out makes room.
 * Returns false when the person has a role there already. The caller has locked the delegation.
 */
export async function putDelegatedMembership(
  tx: Db,
  entry: {
    userId: number;
    companyId: number;
    role: Role;
    delegationId: number;
    grantedBy: number;
    until: Date | null;
    now: Date;
  },
): Promise<boolean> {
  const { userId, companyId, now } = entry;
  await sql`
    update membership set ended_at = ${now}
    where user_id = ${userId} and company_id = ${companyId} and ended_at is null
      and (until <= ${now} or (role = 'none' and via = 'delegation'))`.execute(tx);
  const row = await firstRow(
    tx,
    sql`
      insert into membership (user_id, company_id, role, via, granted_by, since, until, delegation_id)
      values (${userId}, ${companyId}, ${entry.role}, 'delegation', ${entry.grantedBy}, ${now}, ${entry.until},
        ${entry.delegationId})
      on conflict (user_id, company_id) where ended_at is null do nothing returning id`,
  );
  return row !== null;
}

/** Ends what a delegation gives, to all people of the firm or to one. Returns the ids of the people. */
export async function endDelegatedMemberships(
  tx: Db,
  { delegationId, userId = null, now }: { delegationId: number; userId?: number | null; now: Date },
): Promise<number[]> {
  const ended = await rows(
    tx,
    sql<{ id: number }>`
      update membership set ended_at = ${now}
      where delegation_id = ${delegationId} and via = 'delegation' and ended_at is null
        and (${userId}::bigint is null or user_id = ${userId})
      returning user_id as id`,
  );
  return ended.map(({ id }) => id);
}

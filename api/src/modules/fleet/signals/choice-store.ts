import { sql } from 'kysely';
import type { SignalAction, SignalRuleKey } from '#contract/fleet/signal-rule.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { firstRow, getOnlyRow, rows, type Db } from '../../../db/database.ts';

/** A company's settings of a rule. */
export interface RuleChoice {
  rule: SignalRuleKey;
  deed: SignalAction;
  closes_since: Date | null;
  owner: Person | null;
}

export interface Person {
  id: number;
  name: string;
}

/** Lists the company's users who may own signals: those who may change cards. */
export function listOwners(db: Db, scope: CompanyScope): Promise<Person[]> {
  return rows(
    db,
    sql<Person>`
      select id, concat_ws(' ', lastname, firstname) as name from company_person
      where company_id = ${scope.companyId} and role in ('admin', 'manager') and erased_at is null order by id`,
  );
}

export function listChoices(db: Db, scope: CompanyScope): Promise<RuleChoice[]> {
  return rows(
    db,
    sql<RuleChoice>`
      select rule, deed, closes_since, (
        select json_build_object('id', person.id, 'name', concat_ws(' ', lastname, firstname))
        from company_person person where person.id = owner_id and person.company_id = ${scope.companyId}) as owner
      from signal_rule_choice where company_id = ${scope.companyId}`,
  );
}

/** A rule that closes already goes on closing from when it began. Returns what was chosen before. */
export async function setChoice(
  tx: Db,
  scope: CompanyScope,
  input: { rule: SignalRuleKey; action: SignalAction; ownerId: number | null; now: Date },
): Promise<{ deed: SignalAction; owner_id: number | null } | null> {
  const before = await firstRow(
    tx,
    sql<{ deed: SignalAction; owner_id: number | null }>`
      select deed, owner_id from signal_rule_choice where company_id = ${scope.companyId} and rule = ${input.rule} for update`,
  );
  const since = input.action === 'close' ? input.now : null;
  await sql`
    insert into signal_rule_choice as old (company_id, rule, deed, closes_since, owner_id)
    values (${scope.companyId}, ${input.rule}, ${input.action}, ${since}, ${input.ownerId})
    on conflict (company_id, rule) do update set deed = excluded.deed, owner_id = excluded.owner_id,
      closes_since = case when old.deed = excluded.deed then old.closes_since else excluded.closes_since end`.execute(
    tx,
  );
  return before;
}

export async function findDuty(db: Db, scope: CompanyScope): Promise<Person | null> {
  return firstRow(
    db,
    sql<Person>`
      select person.id, concat_ws(' ', lastname, firstname) as name
      from signal_duty join company_person person on person.id = signal_duty.owner_id
      where signal_duty.company_id = ${scope.companyId} and person.company_id = ${scope.companyId}`,
  );
}

export async function setDuty(tx: Db, scope: CompanyScope, ownerId: number | null): Promise<void> {
  await sql`
    insert into signal_duty (company_id, owner_id) values (${scope.companyId}, ${ownerId})
    on conflict (company_id) do update set owner_id = excluded.owner_id`.execute(tx);
}

/** Lists companies whose digest of this day is still due. */
export function listDigestsDue(
  db: Db,
  { day, max }: { day: string; max: number },
): Promise<{ company_id: number }[]> {
  return rows(
    db,
    sql<{ company_id: number }>`
      select company_id from fleet_signal_reach reach
      where not exists (select from signal_duty duty where duty.company_id = reach.company_id and duty.told_on >= ${day}::date)
      order by company_id limit ${max}`,
  );
}

/**
 * Takes this company's turn for the day and returns the newest signal notified before. Null when another process has
 * taken the turn.
 */
export async function takeDay(tx: Db, scope: CompanyScope, day: string): Promise<{ toldId: number } | null> {
  await sql`
    insert into signal_duty (company_id) values (${scope.companyId}) on conflict (company_id) do nothing`.execute(
    tx,
  );
  return firstRow(
    tx,
    sql<{ toldId: number }>`
      update signal_duty set told_on = ${day}::date
      where company_id = ${scope.companyId} and (told_on is null or told_on < ${day}::date)
      returning told_id::float8 as "toldId"`,
  );
}

export async function moveNotifiedId(tx: Db, scope: CompanyScope, toldId: number): Promise<void> {
  await sql`
    update signal_duty set told_id = greatest(told_id, ${toldId}) where company_id = ${scope.companyId}`.execute(
    tx,
  );
}

/** Owner of a signal. A user who may not decide any more owns none. */
const OWNER = sql`left join company_person person on person.id = told.owner_id and person.company_id = told.company_id
  and person.role in ('admin', 'manager')`;

/** New and still open signals by owner. The sum of each filling counts once. */
export interface News {
  owner_id: number | null;
  count: number;
  stake: number;
  newest: number;
  rules: SignalRuleKey[];
}

export function listNews(db: Db, scope: CompanyScope, since: number): Promise<News[]> {
  return rows(
    db,
    sql<News>`
      select person.id as owner_id, count(*)::int as count, max(told.id)::float8 as newest,
        array_agg(distinct told.rule) as rules, (
          select sum(filling.stake)::float8 from (
            select max(stake_kopecks) as stake from fleet_signal other
            where other.company_id = ${scope.companyId} and other.id = any(array_agg(told.id)) group by operation_id
          ) filling) as stake
      from fleet_signal told
      ${OWNER}
      where told.company_id = ${scope.companyId} and told.id > ${since} and told.state in ('new', 'owned')
      group by person.id order by person.id nulls last`,
  );
}

/** Returns the oldest signal that still waits for a verdict, with an owner or without. */
export async function findOldest(
  db: Db,
  scope: CompanyScope,
  ownerId: number | null,
): Promise<{ open: number; oldest: Date | null }> {
  return getOnlyRow(
    db,
    sql<{ open: number; oldest: Date | null }>`
      select count(*)::int as open, min(told.sold_at) as oldest from fleet_signal told ${OWNER}
      where told.company_id = ${scope.companyId} and told.state in ('new', 'owned')
        and person.id is not distinct from ${ownerId}::bigint`,
  );
}

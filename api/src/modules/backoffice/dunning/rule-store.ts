import { sql, type RawBuilder } from 'kysely';
import type { DunningBasis } from '#contract/backoffice/dunning.ts';
import { firstRow, getOnlyRow, rows, type Db } from '../../../db/database.ts';
import type { DunningRule, DunningStep, RuleDraft } from './dunning-rule.ts';

interface RuleRow {
  id: number;
  company_id: number | null;
  inn: string | null;
  company_title: string | null;
  group_id: number | null;
  group_title: string | null;
  basis: DunningBasis;
  steps: DunningStep[];
  release_when_paid: boolean;
  active: boolean;
  changed_at: Date;
  changed_by: string;
  switched_at: Date | null;
  switched_by: string | null;
}

const name = (person: RawBuilder<unknown>) =>
  sql`coalesce(nullif(trim(concat_ws(' ', ${person}.lastname, ${person}.firstname)), ''), 'Сотрудник № ' || ${person}.id)`;

const RULES = sql`
  select rule.id, rule.company_id, company.inn, company.title as company_title, rule.group_id,
    client_group.title as group_title, rule.basis, rule.steps, rule.release_when_paid, rule.active, rule.changed_at,
    ${name(sql`author`)} as changed_by, rule.switched_at,
    case when switcher.id is not null then ${name(sql`switcher`)} end as switched_by
  from dunning_rule rule
  join app_user author on author.id = rule.changed_by
  left join app_user switcher on switcher.id = rule.switched_by
  left join company on company.id = rule.company_id
  left join client_group on client_group.id = rule.group_id`;

/** Lists all rules: those for all clients first, then of groups, then of single clients. */
export async function listRules(db: Db): Promise<DunningRule[]> {
  const found = await rows(
    db,
    sql<RuleRow>`${RULES}
      order by rule.company_id is not null, rule.group_id is not null, rule.basis, company.title, client_group.title, rule.id`,
  );
  return found.map(toRule);
}

export async function findRule(db: Db, id: number): Promise<DunningRule | null> {
  const row = await firstRow(db, sql<RuleRow>`${RULES} where rule.id = ${id}`);
  return row && toRule(row);
}

/** Locks a rule until the transaction ends; null if there is none. */
export function lockRule(tx: Db, id: number): Promise<{ active: boolean } | null> {
  return firstRow(
    tx,
    sql<{ active: boolean }>`select active from dunning_rule where id = ${id} for no key update`,
  );
}

/** Checks whether a rule is still active. */
export async function isActive(db: Db, id: number): Promise<boolean> {
  const row = await firstRow(db, sql<{ active: boolean }>`select active from dunning_rule where id = ${id}`);
  return row?.active ?? false;
}

function toRule(row: RuleRow): DunningRule {
  return {
    id: row.id,
    companyId: row.company_id,
    groupId: row.group_id,
    client:
      row.company_id === null
        ? null
        : { id: row.company_id, inn: row.inn ?? '', title: row.company_title ?? '' },
    group: row.group_id === null ? null : { id: row.group_id, title: row.group_title ?? '' },
    basis: row.basis,
    steps: row.steps,
    releases: row.release_when_paid,
    active: row.active,
    changedAt: row.changed_at,
    changedBy: row.changed_by,
    switchedAt: row.switched_at,
    switchedBy: row.switched_by,
  };
}

type Author = { staffId: number; now: Date };

/** Adds a rule, switched off. Returns its id, or null where the same clients have one. */
export async function insertRule(tx: Db, draft: RuleDraft, { staffId, now }: Author): Promise<number | null> {
  const row = await firstRow(
    tx,
    sql<{ id: number }>`
      insert into dunning_rule (company_id, group_id, basis, steps, release_when_paid, changed_at, changed_by)
      values (${draft.companyId}, ${draft.groupId}, ${draft.basis}, ${JSON.stringify(draft.steps)}::jsonb,
        ${draft.releases}, ${now}, ${staffId})
      on conflict do nothing returning id`,
  );
  return row?.id ?? null;
}

/** Checks for another rule of the same clients and basis. */
export async function hasSameTarget(db: Db, draft: RuleDraft, exceptId: number): Promise<boolean> {
  const { found } = await getOnlyRow(
    db,
    sql<{ found: boolean }>`
      select exists (select from dunning_rule where id <> ${exceptId} and basis = ${draft.basis}
        and company_id is not distinct from ${draft.companyId}::bigint
        and group_id is not distinct from ${draft.groupId}::bigint) as found`,
  );
  return found;
}

export async function updateRule(
  tx: Db,
  id: number,
  draft: RuleDraft,
  { staffId, now }: Author,
): Promise<void> {
  await sql`
    update dunning_rule set company_id = ${draft.companyId}, group_id = ${draft.groupId}, basis = ${draft.basis},
      steps = ${JSON.stringify(draft.steps)}::jsonb, release_when_paid = ${draft.releases}, changed_at = ${now},
      changed_by = ${staffId}
    where id = ${id}`.execute(tx);
}

export async function setActive(
  tx: Db,
  id: number,
  active: boolean,
  { staffId, now }: Author,
): Promise<void> {
  await sql`
    update dunning_rule set active = ${active}, switched_at = ${now}, switched_by = ${staffId} where id = ${id}`.execute(
    tx,
  );
}

/** Maps each client that is in a group for rules to the group. */
export async function mapGroupsOfClients(db: Db): Promise<Map<number, number>> {
  const found = await rows(
    db,
    sql<{ company_id: number; group_id: number }>`
      select company_id, group_id from client_group_member where purpose = 'dunning'`,
  );
  return new Map(found.map((row) => [row.company_id, row.group_id]));
}

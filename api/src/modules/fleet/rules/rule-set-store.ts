import { sql } from 'kysely';
import type { Rule } from '#contract/rule-values.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { firstRow, onlyRow, rows, type Db } from '../../../db/database.ts';
import { namePerson } from './name-person.ts';

/** Rules that a company keeps under a name. */
export interface RuleSet {
  id: number;
  title: string;
  rules: Rule[];
  changedAt: Date;
  changedBy: string;
}

const COLUMNS = sql`rule_set.id, rule_set.title, rule_set.rules, rule_set.changed_at as "changedAt",
  ${namePerson('author')} as "changedBy"`;

export function listSets(db: Db, scope: CompanyScope): Promise<RuleSet[]> {
  return rows(
    db,
    sql<RuleSet>`
      select ${COLUMNS} from rule_set join app_user author on author.id = rule_set.changed_by
      where rule_set.company_id = ${scope.companyId} order by rule_set.title`,
  );
}

/** Null when the company has no such set. */
export function findSet(db: Db, scope: CompanyScope, setId: number): Promise<RuleSet | null> {
  return firstRow(
    db,
    sql<RuleSet>`
      select ${COLUMNS} from rule_set join app_user author on author.id = rule_set.changed_by
      where rule_set.company_id = ${scope.companyId} and rule_set.id = ${setId}`,
  );
}

/** One of the same name is replaced. Returns its id. */
export async function upsertSet(
  tx: Db,
  scope: CompanyScope,
  said: { title: string; rules: readonly Rule[]; userId: number; now: Date },
): Promise<number> {
  const { id } = await onlyRow(
    tx,
    sql<{ id: number }>`
      insert into rule_set (company_id, title, rules, changed_at, changed_by)
      values (${scope.companyId}, ${said.title}, ${JSON.stringify(said.rules)}::jsonb, ${said.now}, ${said.userId})
      on conflict (company_id, title) do update
        set rules = excluded.rules, changed_at = excluded.changed_at, changed_by = excluded.changed_by
      returning id`,
  );
  return id;
}

/** False when the company has no such set. */
export async function deleteSet(tx: Db, scope: CompanyScope, setId: number): Promise<boolean> {
  const row = await firstRow(
    tx,
    sql<{ id: number }>`
      delete from rule_set where id = ${setId} and company_id = ${scope.companyId} returning id`,
  );
  return row !== null;
}

import { sql } from 'kysely';
import type { Rule } from '#contract/fleet/rule-values.ts';
import { MAX_RULE_SETS } from '#contract/fleet/bulk-rules.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { firstRow, getOnlyRow, rows, type Db } from '../../../db/database.ts';
import { namePerson } from './groups.ts';
import { recordChange } from '../../../audit/write-trace.ts';
import type { Context } from '../../../context.ts';
import { conflict, notFound } from '../../../errors.ts';
import { assertKnown } from './assert-known.ts';
import { lockRules } from './rule-store.ts';

/** Rules that a company has saved under a name. */
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

/** Returns null when the company has no such set. */
export function findSet(db: Db, scope: CompanyScope, setId: number): Promise<RuleSet | null> {
  return firstRow(
    db,
    sql<RuleSet>`
      select ${COLUMNS} from rule_set join app_user author on author.id = rule_set.changed_by
      where rule_set.company_id = ${scope.companyId} and rule_set.id = ${setId}`,
  );
}

/** One of the same name is replaced. Returns its id. */
async function upsertSet(
  tx: Db,
  scope: CompanyScope,
  input: { title: string; rules: readonly Rule[]; userId: number; now: Date },
): Promise<number> {
  const { id } = await getOnlyRow(
    tx,
    sql<{ id: number }>`
      insert into rule_set (company_id, title, rules, changed_at, changed_by)
      values (${scope.companyId}, ${input.title}, ${JSON.stringify(input.rules)}::jsonb, ${input.now}, ${input.userId})
      on conflict (company_id, title) do update
        set rules = excluded.rules, changed_at = excluded.changed_at, changed_by = excluded.changed_by
      returning id`,
  );
  return id;
}

/** False when the company has no such set. */
async function deleteSet(tx: Db, scope: CompanyScope, setId: number): Promise<boolean> {
  const row = await firstRow(
    tx,
    sql<{ id: number }>`
      delete from rule_set where id = ${setId} and company_id = ${scope.companyId} returning id`,
  );
  return row !== null;
}

export const NO_SET = 'Набор правил не найден';

/** Saves rules under a name and replaces a set of the same name. Refuses: 400 as `setRules`, 409 a set too many. */
export async function saveRuleSet(
  ctx: Context,
  args: { scope: CompanyScope; userId: number; title: string; rules: readonly Rule[] },
): Promise<RuleSet> {
  assertKnown(ctx, args.rules);
  const { scope, title } = args;
  return ctx.db.inCompany(scope, async (tx) => {
    await lockRules(tx, scope.companyId);
    const sets = await listSets(tx, scope);
    const before = sets.find((ruleSet) => ruleSet.title === title);
    if (!before && sets.length >= MAX_RULE_SETS)
      throw conflict(`Наборов может быть не больше ${MAX_RULE_SETS}: удалите лишний`);
    const id = await upsertSet(tx, scope, { ...args, now: ctx.clock.now() });
    recordChange(tx, { before: { rules: before?.rules ?? null }, after: { title, rules: args.rules } });
    const saved = await findSet(tx, scope, id);
    if (!saved) throw notFound(NO_SET);
    return saved;
  });
}

/** Removes a set; rules that were applied from it stay. 404 when the company has no such set. */
export async function removeRuleSet(ctx: Context, scope: CompanyScope, setId: number): Promise<void> {
  await ctx.db.inCompany(scope, async (tx) => {
    const before = await findSet(tx, scope, setId);
    if (!before || !(await deleteSet(tx, scope, setId))) throw notFound(NO_SET);
    recordChange(tx, { before: { title: before.title, rules: before.rules } });
  });
}

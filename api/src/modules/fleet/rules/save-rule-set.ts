import { RULE_SETS_MOST } from '#contract/bulk-rules.ts';
import type { Rule } from '#contract/rule-values.ts';
import { noteChange } from '../../../audit/leave-trace.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { conflict, notFound } from '../../../errors.ts';
import { assertKnown } from './assert-known.ts';
import { lockRules } from './rule-store.ts';
import { deleteSet, findSet, listSets, upsertSet, type RuleSet } from './rule-set-store.ts';

export const NO_SET = 'Набор правил не найден';

/** Keeps rules under a name; one of the same name is replaced. Refuses: 400 as `setRules`, 409 a set too many. */
export async function saveRuleSet(
  ctx: Context,
  asked: { scope: CompanyScope; userId: number; title: string; rules: readonly Rule[] },
): Promise<RuleSet> {
  assertKnown(ctx, asked.rules);
  const { scope, title } = asked;
  return ctx.db.inCompany(scope, async (tx) => {
    await lockRules(tx, scope.companyId);
    const sets = await listSets(tx, scope);
    const before = sets.find((one) => one.title === title);
    if (!before && sets.length >= RULE_SETS_MOST)
      throw conflict(`Наборов может быть не больше ${RULE_SETS_MOST}: удалите лишний`);
    const id = await upsertSet(tx, scope, { ...asked, now: ctx.clock.now() });
    noteChange(tx, { before: { rules: before?.rules ?? null }, after: { title, rules: asked.rules } });
    const saved = await findSet(tx, scope, id);
    if (!saved) throw notFound(NO_SET);
    return saved;
  });
}

/** Forgets a set; what was given of it stays. 404. */
export async function removeRuleSet(ctx: Context, scope: CompanyScope, setId: number): Promise<void> {
  await ctx.db.inCompany(scope, async (tx) => {
    const before = await findSet(tx, scope, setId);
    if (!before || !(await deleteSet(tx, scope, setId))) throw notFound(NO_SET);
    noteChange(tx, { before: { title: before.title, rules: before.rules } });
  });
}

import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/fleet/bulk-rules.ts';
import type { Context } from '../../../context.ts';
import { bind } from '../../../http/bind.ts';
import { presentRuleChange, presentRuleSet } from './present.ts';
import { readRuleChange } from './read-rule-change.ts';
import { ruleNames } from './purchase/rule-names.ts';
import { listSets, removeRuleSet, saveRuleSet } from './rule-sets.ts';
import { setManyGroupRules, setManyRules } from './set-many-rules.ts';

export function bulkRuleRoutes(app: FastifyInstance, ctx: Context): void {
  bind(app, ctx, calls.setManyRules, async ({ body, scope, session: { userId } }) => {
    const { ids, rules, set_id: setId = null, preview: isPreview } = body;
    const { changeId, cards } = await setManyRules(ctx, { scope, userId, ids, rules, setId, isPreview });
    return { data: { change_id: changeId, cards } };
  });

  bind(app, ctx, calls.setManyGroupRules, async ({ body, scope, session: { userId } }) => {
    const { ids, rules, set_id: setId = null, preview: isPreview } = body;
    const { changeId, groups } = await setManyGroupRules(ctx, {
      scope,
      userId,
      ids,
      rules,
      setId,
      isPreview,
    });
    const shown = groups.map(({ id, title, before, after, held, cards, own }) => ({
      id,
      title,
      before,
      after,
      held,
      cards,
      own,
    }));
    return { data: { change_id: changeId, groups: shown } };
  });

  bind(app, ctx, calls.readRuleChange, async ({ params, scope }) => ({
    data: presentRuleChange(await readRuleChange(ctx, scope, params.id)),
  }));

  bind(app, ctx, calls.listRuleSets, async ({ scope }) => {
    const { sets, names } = await ctx.db.inCompany(scope, async (tx) => ({
      sets: await listSets(tx, scope),
      names: await ruleNames(tx),
    }));
    return { data: sets.map((set) => presentRuleSet(set, names)) };
  });

  bind(app, ctx, calls.saveRuleSet, async ({ body: { title, rules }, scope, session: { userId } }) => {
    const saved = await saveRuleSet(ctx, { scope, userId, title, rules });
    return { data: presentRuleSet(saved, await ctx.db.inCompany(scope, ruleNames)) };
  });

  bind(app, ctx, calls.removeRuleSet, async ({ params: { id }, scope }) => {
    await removeRuleSet(ctx, scope, id);
    return { data: { id } };
  });
}

import type { RuleLayer } from '#contract/fleet/rules.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import type { Db } from '../../../db/database.ts';
import { notFound } from '../../../errors.ts';
import { listBudgets, readBudgetUse, type ShownBudget } from './purchase/budget-use.ts';
import { effectiveRules } from './purchase/decide.ts';
import type { SpentTogether } from './purchase/rule-kind.ts';
import { findGroup, listGroups, networksOfCompany } from './groups.ts';
import { enforceAtNetworks } from './enforce-at-networks.ts';
import { ruleNames, type ShownRules } from './purchase/rule-names.ts';
import { findLayer } from './rule-store.ts';

/** Shows the rules of all cards. A rule is enforced as at the company's network that can do least for it. */
export function showProfileRules(ctx: Context, scope: CompanyScope): Promise<ShownRules> {
  return ctx.db.inCompany(scope, (tx) => showLayerRules(ctx, tx, scope, { layer: 'profile', subjectId: 0 }));
}

/** 404 for another company's group. */
export function showGroupRules(
  ctx: Context,
  scope: CompanyScope,
  groupId: number,
): Promise<ShownRules & { group: { id: number; title: string } }> {
  return ctx.db.inCompany(scope, async (tx) => {
    const group = await findGroup(tx, scope, groupId);
    if (!group) throw notFound('Группа не найдена');
    return { ...(await showLayerRules(ctx, tx, scope, { layer: 'group', subjectId: groupId })), group };
  });
}

type ShownGroup = ShownRules & {
  group: { id: number; title: string; vehicles: number; cards: number; stopped: number };
  budgets: ShownBudget[];
};

/** All groups with what holds in each, and what is left of their budgets. */
export function showGroups(ctx: Context, scope: CompanyScope): Promise<ShownGroup[]> {
  return ctx.db.inCompany(scope, async (tx) => {
    const profile = await findLayer(tx, scope.companyId, { layer: 'profile', subjectId: 0 });
    const owned = await networksOfCompany(tx, scope);
    const networks = owned.length > 0 ? owned : ctx.networkIds();
    const names = await ruleNames(tx);
    const groups = await listGroups(tx, scope);
    const used = await readBudgetUse(
      tx,
      groups.map(({ id }) => ({ companyId: scope.companyId, groupId: id, at: ctx.clock.now() })),
    );
    return groups.map(({ rules, ...group }, index) => {
      const effective = effectiveRules({ profile, group: rules, card: [] });
      const held = enforceAtNetworks(ctx, effective, networks);
      return { group, rules, held, names, budgets: listBudgets(rules, used[index] as SpentTogether) };
    });
  });
}

/** Shows one layer above that of a card, with the rules in force where a card sets none. */
async function showLayerRules(
  ctx: Context,
  tx: Db,
  scope: CompanyScope,
  place: { layer: RuleLayer; subjectId: number },
): Promise<ShownRules> {
  const rules = await findLayer(tx, scope.companyId, place);
  const profile =
    place.layer === 'profile'
      ? rules
      : await findLayer(tx, scope.companyId, { layer: 'profile', subjectId: 0 });
  const group = place.layer === 'group' ? rules : [];
  const effective = effectiveRules({ profile, group, card: [] });
  const owned = await networksOfCompany(tx, scope);
  const networks = owned.length > 0 ? owned : ctx.networkIds();
  const held = enforceAtNetworks(ctx, effective, networks);
  return { rules, held, names: await ruleNames(tx) };
}

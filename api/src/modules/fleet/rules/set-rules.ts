import type { RuleLayer } from '#contract/fleet/rules.ts';
import type { Rule } from '#contract/fleet/rule-values.ts';
import { recordChange } from '../../../audit/write-trace.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import type { Db } from '../../../db/database.ts';
import { assertNotBlocked } from '../../companies/companies/companies.ts';
import { assertFitsLayer, assertKnown } from './assert-known.ts';
import type { StoredRule } from './purchase/decide.ts';
import { cardsOfGroups } from '../vehicles/vehicle-groups.ts';
import { markDue } from './rule-card-store.ts';
import { haveSameRules } from './purchase/rule-names.ts';
import { insertChange, listLayers, lockRules, upsertLayers } from './rule-store.ts';

export interface RuleOrder {
  scope: CompanyScope;
  userId: number;
  layer: RuleLayer;
  /** Cards or groups that the caller has found to be the company's; 0 for the profile. */
  subjectIds: readonly number[];
  rules: readonly Rule[];
  /** The name of the set that they come from. */
  setTitle?: string | null;
  /** Start of the rules, if it is not now: in a sandbox, by its clock. */
  since?: Date;
  /** The chosen limit and goods of a card stay when the rules contain none of their kind. */
  preservesChosen?: boolean;
}

/** Sets the rules of one layer. Returns the change's id. Refuses: 400 a fuel, network or region that there is not. */
export async function setRules(ctx: Context, order: RuleOrder): Promise<number> {
  assertKnown(ctx, order.rules);
  assertFitsLayer(order.layer, order.rules);
  const { scope, userId, layer } = order;
  const now = ctx.clock.now();
  const { since = now } = order;
  return ctx.db.inCompany(scope, async (tx) => {
    await assertNotBlocked(tx, scope.companyId);
    await lockRules(tx, scope.companyId);
    const before = await readSubjects(tx, scope, layer, order.subjectIds);
    const subjects = before.map((item) => ({
      id: item.id,
      rules: [
        ...order.rules.map((rule) => toStoredRule(rule, item.before, since)),
        ...(order.preservesChosen ? listUnchangedChoices(item.before, order.rules) : []),
      ],
    }));
    await upsertLayers(tx, scope.companyId, { layer, subjects, userId, now });
    const after = order.rules.map((rule): StoredRule => ({ ...rule, since: since.toISOString() }));
    const id = await insertChange(tx, scope.companyId, {
      layer,
      subjects: before.map((item, index) => ({ ...item, after: subjects[index]?.rules ?? [] })),
      after,
      setTitle: order.setTitle ?? null,
      userId,
      now,
    });
    await markSubjectsDue(tx, scope, { layer, ids: order.subjectIds, userId, now });
    recordChange(tx, {
      targets:
        layer === 'card' ? order.subjectIds.slice(0, 50).map((value) => ({ kind: 'card', id: value })) : [],
      after: { layer, rules: order.rules },
    });
    return id;
  });
}

export async function readSubjects(
  tx: Db,
  scope: CompanyScope,
  layer: RuleLayer,
  ids: readonly number[],
): Promise<{ id: number; before: StoredRule[] }[]> {
  const found = await listLayers(tx, scope.companyId, { cardIds: ids, groupIds: ids });
  const rules = new Map(
    found
      .filter((layerRow) => layerRow.layer === layer)
      .map((layerRow) => [layerRow.subject_id, layerRow.rules]),
  );
  return ids.map((id) => ({ id, before: rules.get(id) ?? [] }));
}

export async function markSubjectsDue(
  tx: Db,
  scope: CompanyScope,
  about: { layer: RuleLayer; ids: readonly number[]; userId: number; now: Date },
): Promise<void> {
  const cardIds = {
    profile: async () => null,
    group: () => cardsOfGroups(tx, scope, about.ids),
    card: async () => about.ids,
  };
  const { userId, now } = about;
  await markDue(tx, scope.companyId, { cardIds: await cardIds[about.layer](), userId, now });
}

/** Returns the chosen limit and goods of a card that the given rules do not replace. */
export function listUnchangedChoices(before: readonly StoredRule[], rules: readonly Rule[]): StoredRule[] {
  return before.filter(({ kind, chosen }) => chosen && !rules.some((rule) => rule.kind === kind));
}

/**
 * An unchanged rule is in force since its earlier start, and a «once» goes on counting. A chosen limit with a new
 * figure goes on counting the same goods.
 */
export function toStoredRule({ kind, value }: Rule, before: readonly StoredRule[], now: Date): StoredRule {
  const same = before.find((keptRule) => keptRule.kind === kind);
  const rule = { ...same, kind, value } as StoredRule;
  const isSame = same !== undefined && haveSameRules([same], [rule]);
  return { ...rule, since: isSame ? same.since : now.toISOString() };
}

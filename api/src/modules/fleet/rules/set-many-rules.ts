import type { EnforcedBy } from '#contract/fleet/rules.ts';
import type { Rule } from '#contract/fleet/rule-values.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import type { Db } from '../../../db/database.ts';
import { notFound } from '../../../errors.ts';
import { groupsOfCards } from '../vehicles/vehicle-groups.ts';
import { effectiveRules, formatRules, type StoredRule, type Layers } from './purchase/decide.ts';
import { networksOfCompany, ownCards } from './groups.ts';
import { describeEnforcement, enforceAtNetworks } from './enforce-at-networks.ts';
import { describeGroups, type GroupCards } from './many-subjects-store.ts';
import { ruleNames } from './purchase/rule-names.ts';
import { NO_SET, findSet } from './rule-sets.ts';
import { listLayers, type LayerRow } from './rule-store.ts';
import { setRules, listUnchangedChoices } from './set-rules.ts';

export interface ManyCardsRules {
  scope: CompanyScope;
  userId: number;
  ids: readonly number[];
  rules: readonly Rule[];
  /** The set that they come from. */
  setId: number | null;
  isPreview: boolean;
}

/** Rules in force before and after, and who enforces each of them. */
export interface Outlook {
  before: string;
  after: string;
  held: Record<EnforcedBy, string | null>;
}

/**
 * Sets the same rules on many cards, or only previews the rules before and after. 404 when a card is not the company's.
 */
export async function setManyRules(
  ctx: Context,
  order: ManyCardsRules,
): Promise<{ changeId: number | null; cards: ({ id: number } & Outlook)[] }> {
  const { scope } = order;
  const ids = [...new Set(order.ids)];
  const { cards, setTitle } = await ctx.db.inCompany(scope, async (tx) => {
    const own = new Map((await ownCards(tx, scope, ids)).map((card) => [card.id, card.partnerId]));
    if (own.size < ids.length) throw notFound('Карта не найдена');
    const groups = await groupsOfCards(tx, scope, ids);
    const found = await listLayers(tx, scope.companyId, { cardIds: ids, groupIds: [...groups.values()] });
    const of = layersBySubject(found);
    const say = await makePreview(ctx, tx, order.rules);
    return {
      setTitle: await titleOfSet(tx, scope, order.setId),
      cards: ids.map((id) => {
        const layers = {
          profile: of('profile', 0),
          group: of('group', groups.get(id)),
          card: of('card', id),
        };
        return { id, ...say(layers, 'card', [own.get(id) as number]) };
      }),
    };
  });
  if (order.isPreview) return { changeId: null, cards };
  const changeId = await setRules(ctx, {
    ...order,
    layer: 'card',
    subjectIds: ids,
    setTitle,
    preservesChosen: true,
  });
  return { changeId, cards };
}

/** Sets the rules of several groups of trucks. 404 where one is not the company's. */
export async function setManyGroupRules(
  ctx: Context,
  order: ManyCardsRules,
): Promise<{ changeId: number | null; groups: (GroupCards & Outlook)[] }> {
  const { scope } = order;
  const ids = [...new Set(order.ids)];
  const { groups, setTitle } = await ctx.db.inCompany(scope, async (tx) => {
    const known = await describeGroups(tx, scope, ids);
    if (known.length < ids.length) throw notFound('Группа машин не найдена');
    const of = layersBySubject(await listLayers(tx, scope.companyId, { cardIds: [], groupIds: ids }));
    const say = await makePreview(ctx, tx, order.rules);
    const owned = await networksOfCompany(tx, scope);
    const all = owned.length > 0 ? owned : ctx.networkIds();
    return {
      setTitle: await titleOfSet(tx, scope, order.setId),
      groups: known.map((group) => {
        const layers = { profile: of('profile', 0), group: of('group', group.id), card: [] };
        return { ...group, ...say(layers, 'group', group.partnerIds.length > 0 ? group.partnerIds : all) };
      }),
    };
  });
  if (order.isPreview) return { changeId: null, groups };
  const changeId = await setRules(ctx, { ...order, layer: 'group', subjectIds: ids, setTitle });
  return { changeId, groups };
}

function layersBySubject(found: readonly LayerRow[]) {
  const rules = new Map(
    found.map((layerRow) => [`${layerRow.layer} ${layerRow.subject_id}`, layerRow.rules]),
  );
  return (layer: string, id: number | undefined): StoredRule[] => rules.get(`${layer} ${id}`) ?? [];
}

async function makePreview(ctx: Context, tx: Db, rules: readonly Rule[]) {
  const names = await ruleNames(tx);
  const input = rules.map((rule) => ({ ...rule, since: '' }));
  return (layers: Layers, layer: 'card' | 'group', networks: readonly number[]): Outlook => {
    const staying = layer === 'card' ? listUnchangedChoices(layers.card, rules) : [];
    const after = effectiveRules({ ...layers, [layer]: [...input, ...staying] });
    return {
      before: formatRules(effectiveRules(layers), names),
      after: formatRules(after, names),
      held: describeEnforcement(enforceAtNetworks(ctx, after, networks), names),
    };
  };
}

async function titleOfSet(tx: Db, scope: CompanyScope, setId: number | null): Promise<string | null> {
  if (setId === null) return null;
  const set = await findSet(tx, scope, setId);
  if (!set) throw notFound(NO_SET);
  return set.title;
}

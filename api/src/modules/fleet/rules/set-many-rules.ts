import type { Rule } from '#contract/rule-values.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { notFound } from '../../../errors.ts';
import { groupOfCard } from '../vehicles/group-of-card.ts';
import { effectiveRules, sentenceOf, type Layers } from './decide.ts';
import { ownCards } from './group-store.ts';
import { ruleNames } from './rule-names.ts';
import { listLayers } from './rule-store.ts';
import { setRules } from './set-rules.ts';

export interface ManyRules {
  changeId: number | null;
  cards: { id: number; before: string; after: string }[];
}

/** Sets the same rules on many cards, or only says what would hold before and after. 404 where one is not the company's. */
export async function setManyRules(
  ctx: Context,
  asked: {
    scope: CompanyScope;
    userId: number;
    cardIds: readonly number[];
    rules: readonly Rule[];
    isPreview: boolean;
  },
): Promise<ManyRules> {
  const { scope, userId, rules } = asked;
  const cardIds = [...new Set(asked.cardIds)];
  const cards = await ctx.db.inCompany(scope, async (tx) => {
    if ((await ownCards(tx, scope, cardIds)).length < cardIds.length) throw notFound('Карта не найдена');
    const names = await ruleNames(tx);
    const groups = new Map<number, number>();
    for (const id of cardIds) {
      const group = await groupOfCard(tx, scope, id);
      if (group) groups.set(id, group.groupId);
    }
    const found = await listLayers(tx, scope.companyId, { cardIds, groupIds: [...groups.values()] });
    const of = (layer: string, id: number | undefined) =>
      found.find((one) => one.layer === layer && one.subject_id === id)?.rules ?? [];
    return cardIds.map((id) => {
      const layers: Layers = {
        profile: of('profile', 0),
        group: of('group', groups.get(id)),
        card: of('card', id),
      };
      const card = rules.map((rule) => ({ ...rule, since: '' }));
      return {
        id,
        before: sentenceOf(effectiveRules(layers), names),
        after: sentenceOf(effectiveRules({ ...layers, card }), names),
      };
    });
  });
  if (asked.isPreview) return { changeId: null, cards };
  const changeId = await setRules(ctx, { scope, userId, layer: 'card', subjectIds: cardIds, rules });
  return { changeId, cards };
}

import type { LimitSource } from '#contract/cards/limit.ts';
import type { Context } from '../../../../context.ts';
import type { CompanyScope } from '../../../../db/company-scope.ts';
import { goodsOfPartner } from '../../../cards/cards/network-abilities.ts';
import { lockOwnCard } from '../../../cards/cards/cards.ts';
import type { StoredRule } from '../purchase/decide.ts';
import {
  chosenPart,
  ownGoods,
  withGoods,
  withLimit,
  type ChosenPart,
  listOpenChoices,
  markSettled,
} from './own-layer.ts';
import { readCardRules } from '../purchase/read-rules-of-cards.ts';
import { lockRules, upsertLayers } from '../rule-store.ts';
import { haveSameRules } from '../purchase/rule-names.ts';

/**
 * Removes a limit or goods that the network has refused from the card's own layer, so that the layer again matches what
 * the network enforces. Later changes stay. Safe to run twice.
 */
export async function takeBackRefused(ctx: Context, scope: CompanyScope, cardId: number): Promise<void> {
  const open = await listOpenChoices(ctx.db.system, scope.companyId, cardId);
  if (!open.some(({ state }) => state !== 'waiting')) return;
  const now = ctx.clock.now();
  await ctx.db.inCompany(scope, async (tx) => {
    await lockRules(tx, scope.companyId);
    const choices = await listOpenChoices(tx, scope.companyId, cardId);
    const { layers } = await readCardRules(tx, scope, { cardId, at: now });
    const card = await lockOwnCard(tx, scope, cardId);
    let rules = [...layers.card];
    for (const kind of ['limit', 'goods'] as const) {
      // A newer choice that still waits has the last word.
      const some = choices.filter((choice) => choice.kind === kind);
      if (some.some(({ state }) => state === 'waiting')) continue;
      const last = some.at(-1);
      if (last?.state === 'refused' && isUnchanged(kind, rules, last.after))
        rules = kind === 'limit' ? restoreLimit(rules) : restoreGoods(rules);
      await markSettled(
        tx,
        some.map(({ changeId }) => changeId),
        now,
      );
    }
    if (haveSameRules(rules, layers.card)) return;
    const userId = choices.at(-1)?.userId as number;
    const subjects = [{ id: cardId, rules }];
    await upsertLayers(tx, scope.companyId, { layer: 'card', subjects, userId, now });

    function restoreLimit(from: readonly StoredRule[]): StoredRule[] {
      const { limit } = card;
      return withLimit(from, limit && isOwn(limit.source) ? limit : null, { heldKind: null, since: now });
    }
    function restoreGoods(from: readonly StoredRule[]): StoredRule[] {
      const sold = goodsOfPartner(ctx, card.partnerId).map(({ id }) => id);
      const own = card.goodsIds.length > 0 && isOwn(card.goodsSource);
      return withGoods(from, own ? ownGoods(card.goodsIds, { sold, layers }) : undefined, now);
    }
  });
}

/** A value that no layer has set was set for the card. */
function isOwn(source: LimitSource | null | undefined): boolean {
  return (source ?? 'card') === 'card';
}

function isUnchanged(kind: ChosenPart, rules: readonly StoredRule[], after: readonly StoredRule[]): boolean {
  return haveSameRules(chosenPart(rules, kind), chosenPart(after, kind));
}

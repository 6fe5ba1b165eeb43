import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { findCardHold } from '../../cards/cards/find-card-hold.ts';
import { readCard } from '../../cards/cards/read-card.ts';
import { listBreaches } from './breach-store.ts';
import { abilityOf, holdAll, withoutRefused } from './network-ability.ts';
import { openingOf } from './opening.ts';
import { readCardRules } from './read-card-rules.ts';
import { findOpenUntil, findRuleCard } from './rule-card-store.ts';
import { ruleNames } from './rule-names.ts';
import type { ShownCardRules } from './shown-rules.ts';

/** A card's rules with who holds each. 404 for another company's card. */
export async function showCardRules(
  ctx: Context,
  scope: CompanyScope,
  cardId: number,
): Promise<ShownCardRules> {
  const card = await readCard(ctx, scope, cardId);
  return ctx.db.inCompany(scope, async (tx) => {
    const at = ctx.clock.now();
    const { layers, group, effective } = await readCardRules(tx, scope, { cardId, at });
    const { refused = [] } = (await findRuleCard(tx, cardId)) ?? {};
    const held = holdAll(effective, withoutRefused(abilityOf(ctx, card.partnerId), refused));
    const until = await findOpenUntil(tx, { companyId: scope.companyId, cardId, at });
    return {
      rules: [...layers.card],
      held,
      names: await ruleNames(tx),
      layers,
      group,
      opening: openingOf(card, effective, until),
      closedFor: (await findCardHold(tx, cardId, 'rules'))?.reason ?? null,
      breaches: await listBreaches(tx, scope, cardId),
    };
  });
}

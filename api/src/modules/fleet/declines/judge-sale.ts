import type { DeclineCode } from '#contract/fleet/declines.ts';
import type { Context } from '../../../context.ts';
import { mintCompanyScope } from '../../../db/company-scope.ts';
import type { NetworkSale } from '../../../gateways/fuel-network/fuel-network.ts';
import { readCardRules } from '../rules/purchase/read-rules-of-cards.ts';
import { readFacts } from '../rules/purchase/read-facts.ts';
import { decide } from '../rules/purchase/decide.ts';
import { getNetworkAbility, toEnforcedRules } from '../rules/purchase/network-ability.ts';
import { findPlaceOfSale } from '../rules/purchase/find-place.ts';
import { ruleNames } from '../rules/purchase/rule-names.ts';
import { findCardByNumber } from './declines.ts';

/**
 * Answers a network that asks before it sells: the first enforced rule that this sale breaks, or null to let it sell.
 */
export async function judgeSale(
  ctx: Context,
  sale: NetworkSale,
): Promise<{ code: DeclineCode; reason: string } | null> {
  const card = await findCardByNumber(ctx.db.system, sale.cardNumber);
  if (!card) return null;
  const scope = mintCompanyScope(card.companyId);
  return ctx.db.inCompany(scope, async (tx) => {
    const { effective } = await readCardRules(tx, scope, { cardId: card.id, at: sale.soldAt });
    if (effective.length === 0) return null;
    // The limit and goods that were chosen for the card are its network's own business, and refused in its own words.
    const enforced = toEnforcedRules(effective, getNetworkAbility(ctx, card.partnerId)).filter(
      ({ rule, heldBy }) => heldBy !== 'watched' && !(rule.chosen && heldBy === 'network'),
    );
    const place = await findPlaceOfSale(tx, sale.address);
    const facts = await readFacts(tx, scope, enforced, { ...sale, card, at: sale.soldAt, place });
    const [first] = decide(enforced, facts, await ruleNames(tx));
    return first ? { code: 'rule', reason: first.sentence } : null;
  });
}

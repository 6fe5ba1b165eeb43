import type { DeclineCode } from '#contract/fleet/declines.ts';
import type { Context } from '../../../context.ts';
import { mintCompanyScope } from '../../../db/company-scope.ts';
import type { Db } from '../../../db/database.ts';
import type { NetworkSale } from '../../../gateways/fuel-network/fuel-network.ts';
import { readCardRules } from '../rules/purchase/read-rules-of-cards.ts';
import { readFacts, type Purchase } from '../rules/purchase/read-facts.ts';
import { decide } from '../rules/purchase/decide.ts';
import { countPending, type PendingFuel } from '../rules/purchase/count-pending.ts';
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
  return ctx.db.inCompany(mintCompanyScope(card.companyId), async (tx) => {
    const place = await findPlaceOfSale(tx, sale.address);
    // The limit and goods that were chosen for the card are its network's own business, and refused in its own words.
    const judge = await readSaleJudge(ctx, tx, {
      purchase: { ...sale, card, at: sale.soldAt, place },
      pending: [],
      isBinding: false,
    });
    const reason = judge(sale);
    return reason === null ? null : { code: 'rule', reason };
  });
}

/** Returns the first rule that so much fuel breaks, as a sentence; null lets it be sold. */
export type SaleJudge = (bought: { centilitres: number; sumKopecks: number | null }) => string | null;

/**
 * Reads what decides on a purchase, so that several quantities can be weighed. `pending` counts as bought before. Binding:
 * all rules of the card count, those that a network holds or that are only watched, too.
 */
export async function readSaleJudge(
  ctx: Context,
  tx: Db,
  {
    purchase,
    pending,
    isBinding,
  }: { purchase: Purchase; pending: readonly PendingFuel[]; isBinding: boolean },
): Promise<SaleJudge> {
  const { card, at } = purchase;
  const scope = mintCompanyScope(card.companyId);
  const { effective } = await readCardRules(tx, scope, { cardId: card.id, at });
  if (effective.length === 0) return () => null;
  const enforced = isBinding
    ? effective
    : toEnforcedRules(effective, getNetworkAbility(ctx, card.partnerId)).filter(
        ({ rule, heldBy }) => heldBy !== 'watched' && !(rule.chosen && heldBy === 'network'),
      );
  const facts = countPending(await readFacts(tx, scope, enforced, purchase), enforced, pending);
  const names = await ruleNames(tx);
  return ({ centilitres, sumKopecks }) =>
    decide(enforced, { ...facts, centilitres, sumKopecks }, names)[0]?.sentence ?? null;
}

import type { DeclineCode } from '#contract/fleet/declines.ts';
import { isBudgetKind } from '#contract/fleet/rule-values.ts';
import { markRecorded } from '../../../audit/write-trace.ts';
import type { Context } from '../../../context.ts';
import { mintCompanyScope } from '../../../db/company-scope.ts';
import type { Db } from '../../../db/database.ts';
import type { NetworkSale } from '../../../gateways/fuel-network/fuel-network.ts';
import { readCardRules } from '../rules/purchase/read-rules-of-cards.ts';
import { holdBudget, lockBudget } from '../rules/purchase/budget-use.ts';
import { readFacts, type Purchase } from '../rules/purchase/read-facts.ts';
import { decide, type EffectiveRule } from '../rules/purchase/decide.ts';
import { countPending, type PendingFuel } from '../rules/purchase/count-pending.ts';
import { getNetworkAbility, toEnforcedRules } from '../rules/purchase/network-ability.ts';
import { findPlaceOfSale } from '../rules/purchase/find-place.ts';
import type { PurchaseFacts, RuleNames } from '../rules/purchase/rule-kind.ts';
import { ruleNames } from '../rules/purchase/rule-names.ts';
import { findCardByNumber } from './declines.ts';

/**
 * Answers a network that asks before it sells: the first enforced rule that this sale breaks, or null to let it sell. A
 * sale that passes is taken off the budgets of its group, which are locked meanwhile (decision 186).
 */
export async function judgeSale(
  ctx: Context,
  sale: NetworkSale,
): Promise<{ code: DeclineCode; reason: string } | null> {
  const card = await findCardByNumber(ctx.db.system, sale.cardNumber);
  if (!card) return null;
  const scope = mintCompanyScope(card.companyId);
  return ctx.db.inCompany(scope, async (tx) => {
    const place = await findPlaceOfSale(tx, sale.address);
    // The limit and goods that were chosen for the card are its network's own business, and refused in its own words.
    const { judge, budgetGroupId } = await readSaleJudge(ctx, tx, {
      purchase: { ...sale, card, at: sale.soldAt, place },
      pending: [],
      isBinding: false,
    });
    const reason = judge(sale);
    if (reason !== null) return { code: 'rule', reason };
    if (budgetGroupId !== null) {
      markRecorded(tx);
      await holdBudget(tx, scope, budgetGroupId, { ...sale, card, at: sale.soldAt });
    }
    return null;
  });
}

/** Returns the first rule that so much fuel breaks, as a sentence; null lets it be sold. */
export type SaleJudge = (bought: { centilitres: number; sumKopecks: number | null }) => string | null;

export interface SaleJudgement {
  judge: SaleJudge;
  /** The group whose budgets the purchase takes from, locked; null where it has none. What is permitted has to be held. */
  budgetGroupId: number | null;
}

/**
 * Reads what decides on a purchase, so that several quantities can be weighed. `pending` counts as bought before. Binding:
 * all rules of the card count, those that a network holds or that are only watched, too. Locks the budgets of its group.
 */
export async function readSaleJudge(
  ctx: Context,
  tx: Db,
  {
    purchase,
    pending,
    isBinding,
  }: { purchase: Purchase; pending: readonly PendingFuel[]; isBinding: boolean },
): Promise<SaleJudgement> {
  const { card, at } = purchase;
  const scope = mintCompanyScope(card.companyId);
  const { effective, group } = await readCardRules(tx, scope, { cardId: card.id, at });
  if (effective.length === 0) return { judge: () => null, budgetGroupId: null };
  const enforced = isBinding
    ? effective
    : toEnforcedRules(effective, getNetworkAbility(ctx, card.partnerId)).filter(
        ({ rule, heldBy }) => heldBy !== 'watched' && !(rule.chosen && heldBy === 'network'),
      );
  const hasBudget = enforced.some(({ rule }) => isBudgetKind(rule.kind));
  const budgetGroupId = hasBudget ? (group?.groupId ?? null) : null;
  if (budgetGroupId !== null) await lockBudget(tx, scope, budgetGroupId);
  const facts = countPending(await readFacts(tx, scope, enforced, purchase), enforced, pending);
  return { judge: makeSaleJudge(enforced, facts, await ruleNames(tx)), budgetGroupId };
}

/** Makes the judge of a purchase by its facts, whatever its quantity. Pure. */
export function makeSaleJudge(
  enforced: readonly EffectiveRule[],
  facts: PurchaseFacts,
  names: RuleNames,
): SaleJudge {
  return ({ centilitres, sumKopecks }) =>
    decide(enforced, { ...facts, centilitres, sumKopecks }, names)[0]?.sentence ?? null;
}

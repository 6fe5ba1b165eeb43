import type { RuleKind } from '#contract/fleet/rule-values.ts';
import { markRecorded } from '../../../../audit/write-trace.ts';
import type { Context } from '../../../../context.ts';
import type { Db } from '../../../../db/database.ts';
import { listAllowances, markUsed, Allowances } from './allowances.ts';
import { insertBreaches, takeSales, type WatchedSale } from './breach-store.ts';
import { withBudgetSharers } from './budget-use.ts';
import { decide, type EffectiveRule } from './decide.ts';
import { findPlacesOfSales, type RulePlace } from './find-place.ts';
import { raiseRules } from './raise-rules.ts';
import { readFactsOfMany, type PurchaseWithRules } from './read-facts.ts';
import { readRulesOfCards } from './read-rules-of-cards.ts';
import { markDueForCheck } from '../rule-card-store.ts';
import type { PurchaseFacts } from './rule-kind.ts';
import { ruleNames } from './rule-names.ts';

const BATCH_SIZE = 2000;
const PLACE_KINDS: readonly RuleKind[] = ['regions', 'stations', 'price'];

/**
 * Checks new purchases against the rules. A breach that could not be declined is reported, and its card is checked
 * again. The facts are read for a whole page of purchases at once. The purchases are decided one after the other, as
 * they came.
 */
export async function watchSales(ctx: Context, max = BATCH_SIZE): Promise<void> {
  const now = ctx.clock.now();
  await ctx.db.inSystem(async (tx) => {
    markRecorded(tx);
    const sales = await takeSales(tx, max);
    if (sales.length === 0) return;
    await judgePurchases(
      tx,
      sales.filter(({ isPurchase }) => isPurchase),
    );
    await markDueForCheck(tx, await withBudgetSharers(tx, listCardIds(sales)), now);
  });
}

async function judgePurchases(tx: Db, sales: readonly WatchedSale[]): Promise<void> {
  if (sales.length === 0) return;
  const rulesByCard = await readRulesOfCards(tx, sales);
  const allowances = await readAllowances(tx, sales);
  const ruled = sales.map((sale) => ({
    sale,
    effective: raiseRules(rulesByCard(sale, sale.at), allowances.use(sale)),
  }));
  const judged = await readPlaces(
    tx,
    ruled.filter(({ effective }) => effective.length > 0),
  );
  const facts = await readFactsOfMany(tx, judged);
  const names = await ruleNames(tx);
  const breaches = judged.flatMap(({ sale, effective }, index) => {
    const reasons = decide(effective, facts[index] as PurchaseFacts, names);
    return reasons.length > 0 ? [{ ...sale, reasons }] : [];
  });
  await insertBreaches(tx, breaches);
  await markUsed(tx, allowances.used());
}

async function readAllowances(tx: Db, sales: readonly WatchedSale[]): Promise<Allowances> {
  const times = sales.map(({ at }) => at.getTime());
  const [since, until] = [Math.min(...times), Math.max(...times)].map((time) => new Date(time)) as [
    Date,
    Date,
  ];
  return new Allowances(await listAllowances(tx, { cardIds: listCardIds(sales), since, until }));
}

interface RuledSale {
  sale: WatchedSale;
  effective: readonly EffectiveRule[];
}

/** Adds the stations, where a rule checks them. */
async function readPlaces(tx: Db, ruled: readonly RuledSale[]): Promise<(RuledSale & PurchaseWithRules)[]> {
  const watching = ruled.filter(({ effective }) =>
    effective.some(({ rule }) => PLACE_KINDS.includes(rule.kind)),
  );
  const addresses = watching.map(({ sale }) => sale.address);
  const places = addresses.length > 0 ? await findPlacesOfSales(tx, addresses) : new Map<string, RulePlace>();
  return ruled.map(({ sale, effective }) => {
    const card = { id: sale.cardId, companyId: sale.companyId, partnerId: sale.partnerId };
    return { sale, effective, purchase: { ...sale, card, place: places.get(sale.address) ?? null } };
  });
}

function listCardIds(sales: readonly WatchedSale[]): number[] {
  return [...new Set(sales.map(({ cardId }) => cardId))];
}

import { noteRecorded } from '../../../audit/leave-trace.ts';
import type { Context } from '../../../context.ts';
import { mintCompanyScope } from '../../../db/company-scope.ts';
import type { Db } from '../../../db/database.ts';
import { insertBreaches, takeSales, type WatchedSale } from './breach-store.ts';
import { readCardRules } from './read-card-rules.ts';
import { readFacts } from './read-facts.ts';
import { decide } from './decide.ts';
import { markUsed } from './exception-store.ts';
import { findPlacesOfSales, type RulePlace } from './find-place.ts';
import type { RuleNames } from './rule-facts.ts';
import { listAllowedCards } from './list-allowed-cards.ts';
import { lookAgain } from './rule-card-store.ts';
import { ruleNames } from './rule-names.ts';

const AT_ONCE = 50;

/** Holds new purchases against the rules: what nobody could refuse is told of, and the card is looked at again. */
export async function watchSales(ctx: Context): Promise<void> {
  const now = ctx.clock.now();
  await ctx.db.inSystem(async (tx) => {
    noteRecorded(tx);
    const sales = await takeSales(tx, AT_ONCE);
    const purchases = sales.filter(({ isPurchase }) => isPurchase);
    const known = await readKnown(tx, purchases);
    for (const sale of purchases) {
      await noteBreaches(tx, sale, known);
      if (known.allowed.has(sale.cardId)) await markUsed(tx, sale.companyId, sale);
    }
    await lookAgain(
      tx,
      sales.map((sale) => sale.cardId),
      now,
    );
  });
}

/** What is read once for all of them. */
interface Known {
  places: ReadonlyMap<string, RulePlace>;
  names: RuleNames;
  /** Cards for which anything was ever allowed. */
  allowed: ReadonlySet<number>;
}

async function readKnown(tx: Db, purchases: readonly WatchedSale[]): Promise<Known> {
  const addresses = purchases.map(({ address }) => address);
  const cardIds = purchases.map(({ cardId }) => cardId);
  return {
    places: await findPlacesOfSales(tx, addresses),
    names: await ruleNames(tx),
    allowed: await listAllowedCards(tx, cardIds),
  };
}

async function noteBreaches(tx: Db, sale: WatchedSale, { places, names, allowed }: Known): Promise<void> {
  const { companyId, cardId, operationId, at } = sale;
  const scope = mintCompanyScope(companyId);
  const read = await readCardRules(tx, scope, { cardId, at, mayBeRaised: allowed.has(cardId) });
  // What was made a rule after the purchase was none when it was made.
  const effective = read.effective.filter(({ rule }) => new Date(rule.since) <= at);
  if (effective.length === 0) return;
  const place = places.get(sale.address) ?? null;
  const card = { id: cardId, companyId, partnerId: sale.partnerId };
  const facts = await readFacts(tx, scope, effective, { ...sale, card, place });
  const reasons = decide(effective, facts, names);
  if (reasons.length > 0) await insertBreaches(tx, { companyId, cardId, operationId, at }, reasons);
}

import { noteRecorded } from '../../../audit/leave-trace.ts';
import type { Context } from '../../../context.ts';
import { mintCompanyScope } from '../../../db/company-scope.ts';
import type { Db } from '../../../db/database.ts';
import { insertBreaches, takeSales, type WatchedSale } from './breach-store.ts';
import { readCardRules } from './read-card-rules.ts';
import { readFacts } from './read-facts.ts';
import { decide } from './decide.ts';
import { markUsed } from './exception-store.ts';
import { findPlaceOfSale } from './find-place.ts';
import { lookAgain } from './rule-card-store.ts';
import { ruleNames } from './rule-names.ts';

const AT_ONCE = 50;

/** Holds new purchases against the rules: what nobody could refuse is told of, and the card is looked at again. */
export async function watchSales(ctx: Context): Promise<void> {
  const now = ctx.clock.now();
  await ctx.db.inSystem(async (tx) => {
    noteRecorded(tx);
    const sales = await takeSales(tx, AT_ONCE);
    for (const sale of sales) if (sale.isPurchase) await judgeBought(tx, sale);
    await lookAgain(
      tx,
      sales.map((sale) => sale.cardId),
      now,
    );
  });
}

async function judgeBought(tx: Db, sale: WatchedSale): Promise<void> {
  await noteBreaches(tx, sale);
  await markUsed(tx, sale.companyId, sale);
}

async function noteBreaches(tx: Db, sale: WatchedSale): Promise<void> {
  const { companyId, cardId, operationId, at } = sale;
  const scope = mintCompanyScope(companyId);
  const read = await readCardRules(tx, scope, { cardId, at });
  // What was made a rule after the purchase was none when it was made.
  const effective = read.effective.filter(({ rule }) => new Date(rule.since) <= at);
  if (effective.length === 0) return;
  const place = await findPlaceOfSale(tx, sale.address);
  const card = { id: cardId, companyId, partnerId: sale.partnerId };
  const facts = await readFacts(tx, scope, effective, { ...sale, card, place });
  const reasons = decide(effective, facts, await ruleNames(tx));
  if (reasons.length > 0) await insertBreaches(tx, { companyId, cardId, operationId, at }, reasons);
}

import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { notFound } from '../../../errors.ts';
import { batchCalls } from '../../../lib/turns/batch-calls.ts';
import { memoizePerOwner } from '../../../lib/turns/memoize-per-owner.ts';
import { listCardsOfCompanies, type CardRecord } from './card-store.ts';

/** One card of the company; another company's card and none are the same 404. */
export async function readCard(ctx: Context, scope: CompanyScope, cardId: number): Promise<CardRecord> {
  const card = await cardReader(ctx)({ scope, cardId });
  if (!card) throw notFound('Карта не найдена');
  return card;
}

interface CardQuery {
  scope: CompanyScope;
  cardId: number;
}

/** Cards requested within a tick share one query, under the tenant isolation of their companies. */
const cardReader = memoizePerOwner((ctx: Context) =>
  batchCalls((asks: CardQuery[]) => readCards(ctx, asks), { maxConcurrent: 1, maxBatch: 200 }),
);

async function readCards(ctx: Context, asks: readonly CardQuery[]): Promise<(CardRecord | null)[]> {
  const companyIds = [...new Set(asks.map((ask) => ask.scope.companyId))];
  // The commit goes with the question; without it a rollback would be another round trip.
  const [cards] = await ctx.db.inCompanies(companyIds, (tx, commit) =>
    Promise.all([listCardsOfCompanies(tx, asks, ctx.clock.now()), commit()]),
  );
  const byId = new Map(cards.map((card) => [card.id, card]));
  return asks.map(({ scope, cardId }) => {
    const card = byId.get(cardId);
    return card?.companyId === scope.companyId ? card : null;
  });
}

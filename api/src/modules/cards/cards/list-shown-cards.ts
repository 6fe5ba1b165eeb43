import type { z } from 'zod';
import type { card } from '#contract/cards.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { listCards, type CardFilter } from './card-store.ts';
import { presentCard } from './present.ts';

/** The company's cards under a filter, as every call shows them. */
export async function listShownCards(
  ctx: Context,
  scope: CompanyScope,
  filter: CardFilter,
): Promise<z.input<typeof card>[]> {
  const cards = await ctx.db.inCompany(scope, (tx) => listCards(tx, scope, filter, ctx.clock.now()));
  return cards.map((one) => presentCard(ctx, one));
}

import { OPERATIONS_PER_PAGE } from '#contract/limits.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { readCard } from '../../cards/cards/read-card.ts';
import {
  listOperationPage,
  type ListedOperation,
  type OperationFilter,
  type OperationTotals,
} from './operation-list-store.ts';

export interface OperationsPage {
  operations: ListedOperation[];
  totals: OperationTotals;
  totalPages: number;
}

/**
 * A page of a company's operations, newest first (spec section 7, docs/calls.md 6). A page past the end is empty;
 * a card that is not the company's is a 404.
 */
export async function listOperations(
  ctx: Context,
  scope: CompanyScope,
  asked: { filter: OperationFilter; page: number },
): Promise<OperationsPage> {
  const { filter, page } = asked;
  if (filter.cardId !== undefined) await readCard(ctx, scope, filter.cardId);
  const stretch = { offset: (page - 1) * OPERATIONS_PER_PAGE, limit: OPERATIONS_PER_PAGE };
  const found = await ctx.db.inCompany(scope, (tx) => listOperationPage(tx, scope, filter, stretch));
  return { ...found, totalPages: Math.ceil(found.totals.count / OPERATIONS_PER_PAGE) };
}

import type { Sort } from '#contract/fields.ts';
import type { OperationSort } from '#contract/fuel/operations.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { readCard } from '../../cards/cards/read-card.ts';
import { readStationIds } from '../../programme/stations/sold-stations.ts';
import { findOperationDetails } from './find-operation-details.ts';
import type { OperationFilter } from './operation-filter.ts';
import { listOperationPage, type ListedOperation, type OperationTotals } from './operation-list-store.ts';

export interface OperationsPage {
  operations: ListedOperation[];
  totals: OperationTotals;
  totalPages: number;
}

interface PageQuery {
  filter: OperationFilter;
  page: number;
  perPage: number;
  sort?: Sort<OperationSort> | undefined;
}

/**
 * A page of a company's operations, newest first unless they are to be sorted (spec section 7, docs/calls.md 6). A page
 * past the end is empty; a card that is not the company's is a 404.
 */
export async function listOperations(
  ctx: Context,
  scope: CompanyScope,
  { filter, page, perPage, sort }: PageQuery,
): Promise<OperationsPage> {
  if (filter.cardId !== undefined) await readCard(ctx, scope, filter.cardId);
  const stations = await readStationIds(ctx);
  const range = { stations, offset: (page - 1) * perPage, limit: perPage, sort };
  const found = await ctx.db.inCompany(scope, async (tx) => {
    const listed = await listOperationPage(tx, scope, filter, range);
    // Lists are read all the time and do not show these details.
    if (filter.operationId === undefined) return listed;
    const operations = [];
    for (const operation of listed.operations) {
      const stationId = operation.purchase?.stationId ?? null;
      const details = await findOperationDetails(tx, scope, { id: operation.id, stationId });
      operations.push({ ...operation, details });
    }
    return { ...listed, operations };
  });
  return { ...found, totalPages: Math.ceil(found.totals.count / perPage) };
}

import { UAT_MOST_ROWS } from '#contract/exchange.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { badRequest } from '../../../errors.ts';
import { readCard } from '../../cards/cards/read-card.ts';
import type { OperationFilter } from './operation-filter-store.ts';
import { readSoldFuel, type PlacedFuel } from './read-sold-fuel.ts';
import { countSoldFuel } from './sold-fuel-store.ts';
import { uatWorkbook } from './uat-workbook.ts';

/** The filtered purchases and refunds for 1С:УАТ. 400 where they are too many for one sheet; 404 for another's card. */
export async function downloadUatWorkbook(
  ctx: Context,
  scope: CompanyScope,
  filter: OperationFilter,
): Promise<Buffer> {
  if (filter.cardId !== undefined) await readCard(ctx, scope, filter.cardId);
  const rows = await ctx.db.inCompany(scope, (tx) => countSoldFuel(tx, scope, filter));
  if (rows > UAT_MOST_ROWS)
    throw badRequest(`В одном файле не больше ${UAT_MOST_ROWS} заправок: сократите период`);
  const sold: PlacedFuel[] = [];
  for await (const part of readSoldFuel(ctx, scope, filter)) sold.push(...part);
  return await uatWorkbook(sold);
}

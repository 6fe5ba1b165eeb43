import { noteChange } from '../../../audit/leave-trace.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import type { UploadedFile } from '../../../http/body.ts';
import { lookAgainSince } from '../signals/look-again-since.ts';
import { vehiclesOfCompany } from '../vehicles/vehicles-of-company.ts';
import { insertPositions } from './position-store.ts';
import { readPositionFile, type PlannedPositions } from './read-position-file.ts';

/** What a file would do. Changes nothing. */
export async function planPositions(
  ctx: Context,
  scope: CompanyScope,
  file: UploadedFile | null,
): Promise<PlannedPositions> {
  const vehicles = await ctx.db.inCompany(scope, (tx) => vehiclesOfCompany(tx, scope));
  const trucks = new Map(vehicles.map(({ plate, id }) => [plate, id]));
  return readPositionFile(file, { trucks, now: ctx.clock.now() });
}

/** Takes over its right lines, and has the fillings near them looked at again. */
export async function takePositions(
  ctx: Context,
  scope: CompanyScope,
  file: UploadedFile | null,
): Promise<PlannedPositions> {
  const planned = await planPositions(ctx, scope, file);
  const { found } = planned;
  if (found.length === 0) return planned;
  await ctx.db.inSystem(async (tx) => {
    await insertPositions(tx, scope, { found, source: 'file' });
    await lookAgainSince(tx, scope, oldestOf(found));
    noteChange(tx, { companyId: scope.companyId, after: { positions: found.length } });
  });
  return planned;
}

export function oldestOf(found: readonly { at: Date }[]): Date {
  return new Date(Math.min(...found.map(({ at }) => at.getTime())));
}

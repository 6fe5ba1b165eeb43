import type { z } from 'zod';
import type { driver } from '#contract/drivers.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { presentDriver } from '../cards/present.ts';
import { listDrivers } from './driver-store.ts';

/** The company's drivers, as every call shows them. */
export async function listShownDrivers(ctx: Context, scope: CompanyScope): Promise<z.input<typeof driver>[]> {
  const drivers = await ctx.db.inCompany(scope, (tx) => listDrivers(tx, scope));
  return drivers.map(presentDriver);
}

import type { z } from 'zod';
import type { companyKey } from '#contract/companies/keys.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { listKeys } from './keys.ts';
import { presentKey } from './present.ts';

/** The keys of a company as every call shows them. */
export async function listKeysOfCompany(
  ctx: Context,
  { companyId }: CompanyScope,
): Promise<z.input<typeof companyKey>[]> {
  const now = ctx.clock.now();
  return (await listKeys(ctx.db.system, companyId, now)).map((key) => presentKey(key, now));
}

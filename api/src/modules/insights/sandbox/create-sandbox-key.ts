import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { mintCompanyScope } from '../../../db/company-scope.ts';
import { notFound } from '../../../errors.ts';
import { makeKey, type KeyOrder, type CreatedKey } from '../../companies/keys/create-key.ts';
import { NO_SANDBOX } from './sandbox.ts';
import { lockSandboxOfCompany } from './sandbox-store.ts';

/**
 * Makes a key of the company's sandbox under the same lock as its closing, because a key made after the closing would
 * never be revoked. Refuses: as `createKey`; 404 there is no sandbox.
 */
export async function createSandboxKey(
  ctx: Context,
  { scope, ...order }: { scope: CompanyScope } & Omit<KeyOrder, 'scope'>,
): Promise<CreatedKey> {
  return ctx.db.inSystem(async (tx) => {
    const sandbox = await lockSandboxOfCompany(tx, scope.companyId);
    if (!sandbox) throw notFound(NO_SANDBOX);
    const own = mintCompanyScope(sandbox.companyId);
    return makeKey(tx, { ...order, scope: own }, { now: ctx.clock.now(), kind: 'test' });
  });
}

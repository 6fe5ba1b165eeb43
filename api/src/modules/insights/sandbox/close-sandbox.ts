import { recordEvent } from '../../../audit/record-event.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import type { Db } from '../../../db/database.ts';
import { notFound } from '../../../errors.ts';
import { revokeKeys } from '../../companies/keys/keys.ts';
import { deleteWebhooks } from '../../companies/webhooks/webhooks.ts';
import { NO_SANDBOX } from './sandbox.ts';
import { closeSandboxRow, lockSandboxOfCompany } from './sandbox-store.ts';
import { endSilence } from './silence-test-network.ts';
import type { Sandbox } from './sandbox-state.ts';

/** Closes the company's sandbox. Refuses: 404 there is none. */
export async function deleteSandbox(
  ctx: Context,
  { scope, adminId }: { scope: CompanyScope; adminId: number },
): Promise<void> {
  const closed = await ctx.db.inSystem(async (tx) => {
    const sandbox = await lockSandboxOfCompany(tx, scope.companyId);
    if (!sandbox) throw notFound(NO_SANDBOX);
    await closeSandbox(tx, { sandbox, adminId, now: ctx.clock.now() });
    return sandbox;
  });
  await endSilence(ctx, closed.companyId);
}

/** Closes a sandbox for good. Its books stay, as all books do, and go on adding up to zero. The caller runs `endSilence` next. */
export async function closeSandbox(
  tx: Db,
  { sandbox: { companyId }, adminId, now }: { sandbox: Sandbox; adminId: number; now: Date },
): Promise<void> {
  const keys = await revokeKeys(tx, { companyId, by: adminId, now });
  await deleteWebhooks(tx, companyId);
  await closeSandboxRow(tx, companyId, now);
  const targets = [{ kind: 'company', id: companyId } as const];
  await recordEvent(tx, { at: now, what: 'sandbox-closed', targets, details: { keys } });
}

import type { Kopecks } from '#contract/kopecks.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { doOnce, repeatable, type RequestKey } from '../../../http/request-key.ts';
import { lockMoney } from '../../money/ledger/lock-money.ts';
import { paySandbox, type PaidInvoice } from './pay-sandbox.ts';
import { requireOwnSandbox } from './sandbox.ts';

/** An invoice of the sandbox is issued at its own day and paid wholly, once a request. */
export async function payTestInvoice(
  ctx: Context,
  args: { scope: CompanyScope; userId: number; sum: Kopecks; requestKey: RequestKey | null },
): Promise<PaidInvoice> {
  const { scope, userId, sum, requestKey } = args;
  const { clockAt } = await requireOwnSandbox(ctx, scope);
  return repeatable(ctx, requestKey, () =>
    ctx.db.inSystem((tx) =>
      doOnce(tx, requestKey, ctx.clock.now(), async () => {
        await lockMoney(tx, [scope.companyId]);
        return paySandbox(tx, scope, { sum, clockAt, userId, now: ctx.clock.now() });
      }),
    ),
  );
}

import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { fieldRefusal } from '../../../errors.ts';
import { requireOwnSandbox } from './sandbox.ts';
import { moveClock } from './sandbox-store.ts';

/** Moves the sandbox's clock forward, to the present at most: nothing in the books is dated ahead. Refuses on `to`. */
export async function advanceTestClock(
  ctx: Context,
  { scope, to }: { scope: CompanyScope; to: Date },
): Promise<void> {
  await requireOwnSandbox(ctx, scope);
  if (to > ctx.clock.now()) throw fieldRefusal('to', 'Часы песочницы не обгоняют настоящие');
  const moved = await ctx.db.inSystem((tx) => moveClock(tx, scope, to));
  if (!moved) throw fieldRefusal('to', 'Часы песочницы идут только вперёд');
}

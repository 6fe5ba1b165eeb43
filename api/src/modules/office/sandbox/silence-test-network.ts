import { SANDBOX_NETWORK } from '#contract/ids.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { pollNetwork } from '../../fuel/feeds/poll-network.ts';
import { requireNetwork, requireOwnSandbox } from './require-sandbox.ts';
import { listSandboxCards, setSilent } from './sandbox-store.ts';

/** The sandbox's network accepts commands and answers none, or answers all that wait: then they are booked. */
export async function silenceTestNetwork(
  ctx: Context,
  { scope, silent }: { scope: CompanyScope; silent: boolean },
): Promise<void> {
  await requireOwnSandbox(ctx, scope);
  const network = requireNetwork(ctx);
  const numbers = (await listSandboxCards(ctx.db.system, scope.companyId)).map(({ number }) => number);
  if (silent) await network.fallSilent(numbers);
  else await network.speakAgain(numbers);
  await ctx.db.inSystem((tx) => setSilent(tx, scope, silent));
  if (!silent) await pollNetwork(ctx, SANDBOX_NETWORK);
}

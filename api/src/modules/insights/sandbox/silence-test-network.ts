import { SANDBOX_NETWORK } from '#contract/ids.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { pollNetwork } from '../../fuel/feeds/poll-network.ts';
import { requireNetwork, requireOwnSandbox } from './sandbox.ts';
import { listSandboxCards, setSilent } from './sandbox-store.ts';

/** The sandbox's network accepts commands and answers none, or answers all that wait: then they are booked. */
export async function silenceTestNetwork(
  ctx: Context,
  { scope, silent }: { scope: CompanyScope; silent: boolean },
): Promise<void> {
  await requireOwnSandbox(ctx, scope);
  if (silent) await requireNetwork(ctx).fallSilent(await listCardNumbers(ctx, scope.companyId));
  else await endSilence(ctx, scope.companyId);
  await ctx.db.inSystem((tx) => setSilent(tx, scope, silent));
  if (!silent) await pollNetwork(ctx, SANDBOX_NETWORK);
}

/**
 * Makes the network answer its pending requests from a sandbox. After a sandbox is closed nothing else could trigger
 * the answers, and the requests would repeat for ever.
 */
export async function endSilence(ctx: Context, companyId: number): Promise<void> {
  await requireNetwork(ctx).speakAgain(await listCardNumbers(ctx, companyId));
}

async function listCardNumbers(ctx: Context, companyId: number): Promise<string[]> {
  return (await listSandboxCards(ctx.db.system, companyId)).map(({ number }) => number);
}

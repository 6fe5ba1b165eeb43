import type { PartnerId } from '#contract/ids.ts';
import type { Context } from '../../../context.ts';
import { conflict } from '../../../errors.ts';
import {
  NetworkUnavailable,
  type FinalAnswer,
  type NetworkCommand,
} from '../../../gateways/fuel-network/fuel-network.ts';

export const UNDER_WAY = 'Команду только что передавали сети ещё раз: подождите десять минут и решите потом';

/**
 * Asks the network one last time before a person's decision ends a command: returns the network's own answer, which
 * takes precedence, or null when the person's decision stands. If the network knows no request ids, the decision goes
 * into the journal of commands first, so that nothing is ever sent again. Refuses: 409 a write may still be under
 * way.
 */
export async function hearLast(
  ctx: Context,
  said: { partnerId: PartnerId; command: NetworkCommand; answer: FinalAnswer },
): Promise<FinalAnswer | null> {
  const { partnerId, command, answer } = said;
  // A network without settings can't be asked, and the case must not stay open for ever.
  if (!ctx.networkIds('sandbox').includes(partnerId)) return null;
  const heard = await askLast(ctx, partnerId, command.requestId);
  if (heard) return heard;
  const network = ctx.networkOf(partnerId);
  if (!network.conclude) return null;
  const standing = await network.conclude(command, answer);
  if (!standing) throw conflict(UNDER_WAY);
  return standing.state === answer.state ? null : standing;
}

async function askLast(ctx: Context, partnerId: PartnerId, requestId: string): Promise<FinalAnswer | null> {
  try {
    const heard = await ctx.networkOf(partnerId).ask(requestId);
    return heard.state === 'done' || heard.state === 'refused' ? heard : null;
  } catch (error) {
    // A network that cannot read the question has not answered either, and the matter must not stay open for ever.
    if (!(error instanceof NetworkUnavailable))
      ctx.log.error({ err: error, partnerId, requestId }, 'a network does not understand a question');
    return null;
  }
}

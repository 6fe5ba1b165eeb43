import type { PartnerId } from '#contract/ids.ts';
import type { Context } from '../../context.ts';
import { conflict } from '../../errors.ts';
import {
  NetworkUnavailable,
  type FinalAnswer,
  type NetworkCommand,
} from '../../gateways/fuel-network/fuel-network.ts';

export const UNDER_WAY = 'Команду только что передавали сети ещё раз: подождите десять минут и решите потом';

/**
 * Before a person's word ends a command, its network is asked a last time: answers what the network itself says, which counts
 * for more, or null where the person's word stands. Where the network knows no request ids that word goes into the journal
 * of commands first, so that nothing is ever sent again. Refuses: 409 a write may still be under way.
 */
export async function hearLast(
  ctx: Context,
  said: { partnerId: PartnerId; command: NetworkCommand; answer: FinalAnswer },
): Promise<FinalAnswer | null> {
  const { partnerId, command, answer } = said;
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
    // A question that the network can't read is no answer either, and no reason to leave the matter open for ever.
    if (!(error instanceof NetworkUnavailable))
      ctx.log.error({ err: error, partnerId, requestId }, 'a network does not understand a question');
    return null;
  }
}

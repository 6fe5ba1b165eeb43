import { LIMITED_PARTNER, type LimitPeriod, type PartnerId } from '#contract/ids.ts';
import type { Context } from '../../../context.ts';

/** The periods that a limit of this network's cards can be set for; none where it can't be set (spec section 5). */
export function limitPeriodsOf(
  ctx: Pick<Context, 'networkIds' | 'networkOf'>,
  partnerId: PartnerId,
): readonly LimitPeriod[] {
  if (partnerId !== LIMITED_PARTNER || !ctx.networkIds.includes(partnerId)) return [];
  return ctx.networkOf(partnerId).limitPeriods;
}

import { LIMITED_PARTNER, SANDBOX_NETWORK, type LimitPeriod, type PartnerId } from '#contract/ids.ts';
import type { Context } from '../../../context.ts';

/**
 * The periods that a limit of this network's cards can be set for; none where it can't be set. Of the spec's four only one
 * takes limits (spec section 5), an added one as it was set.
 */
export function limitPeriodsOf(
  ctx: Pick<Context, 'networkIds' | 'networkOf' | 'addedNetwork'>,
  partnerId: PartnerId,
): readonly LimitPeriod[] {
  if (!isLimitedPartner(ctx, partnerId) || !ctx.networkIds('sandbox').includes(partnerId)) return [];
  return ctx.networkOf(partnerId).limitPeriods;
}

/** Whether cards of this network can have a limit. */
export function isLimitedPartner(ctx: Pick<Context, 'addedNetwork'>, partnerId: PartnerId): boolean {
  const added = ctx.addedNetwork(partnerId);
  return added
    ? added.limitPeriods.length > 0
    : partnerId === LIMITED_PARTNER || partnerId === SANDBOX_NETWORK;
}

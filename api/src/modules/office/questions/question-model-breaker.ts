import type { Context } from '../../../context.ts';
import { networkBreaker } from '../../../gateways/fuel-network/network-breaker.ts';
import { memoizePerOwner } from '../../../lib/memoize-per-owner.ts';

/**
 * Prevents users from waiting one by one for a model that does not answer. Each process has its own breaker, as for a
 * fuel network.
 */
export const questionModelBreaker = memoizePerOwner((ctx: Context) =>
  networkBreaker({
    clock: ctx.clock,
    tell: (state) => ctx.log.warn({ state }, 'the question model fell silent or is back'),
  }),
);

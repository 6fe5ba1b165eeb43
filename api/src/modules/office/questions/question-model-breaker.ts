import type { Context } from '../../../context.ts';
import { networkBreaker } from '../../../gateways/fuel-network/network-breaker.ts';
import { memoizePerOwner } from '../../../lib/memoize-per-owner.ts';

/** Keeps people from waiting one by one for a model that does not answer; as with a fuel network, one process each. */
export const questionModelBreaker = memoizePerOwner((ctx: Context) =>
  networkBreaker({
    clock: ctx.clock,
    tell: (state) => ctx.log.warn({ state }, 'the question model fell silent or is back'),
  }),
);

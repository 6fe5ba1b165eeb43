import { packBalances, unpackBalances, type Balances, type PackedBalances } from '../posting/balances.ts';
import type { Packing } from '../posting/money-movement.ts';

export interface Distribution {
  distributionId: number;
  /** The balances after the movement. */
  balances: Balances;
}

/** Format of the outcome under its request key. */
export const PACKED: Packing<Distribution> = {
  pack: ({ distributionId, balances }) => ({ distributionId, balances: packBalances(balances) }),
  unpack(stored, titles) {
    const { distributionId, balances } = stored as { distributionId: number; balances: PackedBalances };
    return { distributionId, balances: unpackBalances(balances, titles) };
  },
};

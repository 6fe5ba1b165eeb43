import { packBalances, unpackBalances, type Balances, type PackedBalances } from '../posting/balances.ts';
import type { Packing } from '../posting/deed.ts';

export interface Distribution {
  distributionId: number;
  /** The balances after the movement. */
  balances: Balances;
}

/** How it is kept under its request key. */
export const PACKED: Packing<Distribution> = {
  pack: ({ distributionId, balances }) => ({ distributionId, balances: packBalances(balances) }),
  unpack(kept, titles) {
    const { distributionId, balances } = kept as { distributionId: number; balances: PackedBalances };
    return { distributionId, balances: unpackBalances(balances, titles) };
  },
};

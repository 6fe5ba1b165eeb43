import { z } from 'zod';
import type { Kopecks } from '#contract/kopecks.ts';
import { NetworkUnavailable } from '../fuel-network.ts';
import { decimal, toKopecks } from '../wire-values.ts';
import type { Opti24Caller } from './opti24-caller.ts';

const contractShape = z.object({ balanceData: z.object({ available_amount: decimal }) });

/**
 * Returns the contract's money for its cards, from which a movement to a card's wallet takes it. Null when the network
 * does not report it. A movement is possible all the same, but its outcome then has one proof less.
 */
export async function readContractFunds(caller: Opti24Caller): Promise<Kopecks | null> {
  try {
    const query = { contract_id: caller.contract };
    const { balanceData } = await caller.read('v1/getPartContractData', query, contractShape);
    return toKopecks(balanceData.available_amount);
  } catch (error) {
    if (error instanceof NetworkUnavailable) return null;
    throw error;
  }
}

import { listPartners } from '#contract/orders/orders.ts';
import { offeredIds, useRead } from './use-call.ts';

/** Ids that there can be, until the list has been read. */
const POSSIBLE = /^([1-9]|1\d|2[0-4])$/;

/** The ids of the networks, for a filter that an address names. */
export function useOfferedPartners(): readonly string[] | RegExp {
  return offeredIds(useRead(listPartners)) ?? POSSIBLE;
}

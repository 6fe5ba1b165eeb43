import type { Kopecks } from '#contract/kopecks.ts';
import type { Db } from '../../../db/database.ts';

/** Payments of the programme to networks up to a day, in kopecks, by the network's id. */
export type PaidToNetworks = ReadonlyMap<number, Kopecks>;

/**
 * Returns what was paid to each network up to the end of a Moscow day. Payments to networks are not recognised in bank
 * files yet, so nothing counts as paid.
 */
export function sumPaidToNetworks(_db: Db, _day: string): Promise<PaidToNetworks> {
  return Promise.resolve(new Map());
}

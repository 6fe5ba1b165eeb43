import { sql } from 'kysely';
import type { Db } from '../../../db/database.ts';
import { DATED_AHEAD, ILLEGIBLE, UNKNOWN_CARD } from './orphan-reason.ts';
import { mattersOf, type Matter } from '../../cards/commands/matter.ts';
import type { KeptSale } from './kept-sale.ts';
import { orphansWhere } from './orphan-store.ts';

/** A sale that could not be booked. */
export interface UnbookedSale extends Matter {
  sale: KeptSale;
  /** Its card is unknown, its day has not come, or the books refuse it. */
  waitsFor: 'card' | 'day' | 'books';
}

/** Sales that wait for their card, or that the books refuse. */
export async function listUnbookedSales(db: Db) {
  const found = await orphansWhere(db, sql`orphan.external_id not like ${`${ILLEGIBLE}%`}`);
  return mattersOf(found, ({ event, reason }) => ({
    sale: event as KeptSale,
    waitsFor: WAITS_FOR[reason] ?? ('books' as const),
  }));
}

const WAITS_FOR: Partial<Record<string, UnbookedSale['waitsFor']>> = {
  [UNKNOWN_CARD]: 'card',
  [DATED_AHEAD]: 'day',
};

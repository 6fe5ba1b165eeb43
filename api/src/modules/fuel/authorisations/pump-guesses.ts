import { sql } from 'kysely';
import type { PartnerId } from '#contract/ids.ts';
import { firstRow, getOnlyRow, type Db } from '../../../db/database.ts';
import { deleteInBatches } from '../../../db/delete-in-batches.ts';

/** Wrong codes of a station, and of all stations of a network, in this time: then codes are refused there. */
const WINDOW_MS = 15 * 60_000;
const MAX_OF_STATION = 5;
const MAX_OF_NETWORK = 60;

/** Returns whether a station, or its whole network, has shown too many wrong codes. */
export async function isGuessing(
  db: Db,
  { partnerId, station, now }: { partnerId: PartnerId; station: string; now: Date },
): Promise<boolean> {
  const since = new Date(now.getTime() - WINDOW_MS);
  const { here, all } = await getOnlyRow(
    db,
    sql<{ here: number; all: number }>`
      select count(*) filter (where station = ${station})::int as here, count(*)::int as all
      from pump_guess where partner_id = ${partnerId} and at > ${since}`,
  );
  return here >= MAX_OF_STATION || all >= MAX_OF_NETWORK;
}

/** Records a wrong code, once for a request. */
export async function recordGuess(
  tx: Db,
  guess: { partnerId: PartnerId; requestId: string; station: string; now: Date },
): Promise<void> {
  await sql`
    insert into pump_guess (partner_id, request_id, station, at)
    values (${guess.partnerId}, ${guess.requestId}, ${guess.station}, ${guess.now}) on conflict do nothing`.execute(
    tx,
  );
}

/** Returns whether this request has shown a wrong code before: its answer stays. */
export async function wasGuess(
  db: Db,
  { partnerId, requestId }: { partnerId: PartnerId; requestId: string },
): Promise<boolean> {
  const found = await firstRow(
    db,
    sql`select from pump_guess where partner_id = ${partnerId} and request_id = ${requestId}`,
  );
  return found !== null;
}

/** Deletes those before a moment, and returns how many. */
export function deleteOldGuesses(db: Db, before: Date): Promise<number> {
  return deleteInBatches(db, 'pump_guess', sql`at < ${before}`);
}

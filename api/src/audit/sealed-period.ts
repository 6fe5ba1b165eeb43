import { sql } from 'kysely';
import { getOnlyRow, rows, type Db } from '../db/database.ts';
import type { Seal } from './audit-chain.ts';
import { LINE_TEXT, listSeals } from './audit-chain-store.ts';

/** A line of the audit log as it was sealed: the SHA-256 of its text stands in its seal. */
export interface SealedLine {
  id: number;
  text: string;
}

const SEALS_BATCH_SIZE = 50;

/**
 * Reads the seals that were made from one moment on and before another, some at a time, each time with the lines that they
 * name. A line that is gone is left out. Call it in a transaction that shows one moment.
 */
export async function* iterateSeals(
  tx: Db,
  { from, before, withLines }: { from: Date; before: Date; withLines: boolean },
): AsyncGenerator<{ seals: Seal[]; lines: SealedLine[] }> {
  const { first } = await getOnlyRow(
    tx,
    sql<{ first: number | null }>`select min(place) as first from audit_seal where sealed_at >= ${from}`,
  );
  if (first === null) return;
  for (let after = first - 1; ; after += SEALS_BATCH_SIZE) {
    const found = await listSeals(tx, after, SEALS_BATCH_SIZE);
    const end = found.findIndex(({ sealedAt }) => sealedAt >= before);
    const seals = end === -1 ? found : found.slice(0, end);
    if (seals.length === 0) return;
    const ids = seals.flatMap((seal) => seal.ids);
    yield { seals, lines: withLines ? await listLines(tx, ids) : [] };
    if (seals.length < SEALS_BATCH_SIZE) return;
  }
}

function listLines(tx: Db, ids: readonly number[]): Promise<SealedLine[]> {
  return rows(
    tx,
    sql<SealedLine>`
      select event.id, ${LINE_TEXT} as text from audit_event event where event.id = any(${ids}::bigint[]) order by event.id`,
  );
}

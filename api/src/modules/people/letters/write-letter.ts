import { sql } from 'kysely';
import type { Db } from '../../../db/database.ts';
import { enqueueJobs } from '../../../queue/enqueue-job.ts';
import type { LetterKind } from './letter.ts';
import { insertLetters, type NewLetter } from './letter-store.ts';

/**
 * Writes a letter to one person, in the transaction of what it tells; it is sent once that has happened. Nobody without a
 * confirmed address gets one, nor, where it concerns a company, somebody who has left it.
 */
export async function writeLetter<Kind extends LetterKind>(
  tx: Db,
  letter: NewLetter<Kind> & { userId: number; companyId: number | null },
): Promise<void> {
  const { userId, companyId, ...written } = letter;
  const ids = await insertLetters(
    tx,
    written,
    sql`person.id = ${userId} and (${companyId}::bigint is null or person.company_id = ${companyId})`,
  );
  await enqueueJobs(
    tx,
    'send-letter',
    ids.map((letterId) => ({ letterId })),
    ({ letterId }) => `letter:${letterId}`,
  );
}

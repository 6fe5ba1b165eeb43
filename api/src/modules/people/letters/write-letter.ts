import { sql } from 'kysely';
import type { Db } from '../../../db/database.ts';
import { enqueueJobs } from '../../../queue/enqueue-job.ts';
import type { LetterKind } from './letter.ts';
import { insertLetters, type NewLetter } from './letter-store.ts';

/**
 * Writes a letter to one person of a company, in the transaction of what it tells; it is sent once that has happened. Nobody
 * without a confirmed address gets one, nor somebody who has left the company.
 */
export async function writeLetter<Kind extends LetterKind>(
  tx: Db,
  letter: NewLetter<Kind> & { userId: number; companyId: number },
): Promise<void> {
  const { userId, companyId, ...written } = letter;
  const ids = await insertLetters(
    tx,
    written,
    sql`person.id = ${userId} and person.company_id = ${companyId}::bigint`,
  );
  await enqueueJobs(
    tx,
    'send-letter',
    ids.map((letterId) => ({ letterId })),
    ({ letterId }) => `letter:${letterId}`,
  );
}

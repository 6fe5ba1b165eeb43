import { sql } from 'kysely';
import type { Db } from '../../../db/database.ts';
import { enqueueJobs } from '../../../queue/enqueue-job.ts';
import type { SecurityFacts } from './letter.ts';
import { insertLetters } from './letter-store.ts';

/**
 * Writes to whom it concerns and to the admins of his company, in the transaction of what it tells, to addresses that are
 * confirmed by then. A changed address is told before it is changed.
 */
export async function writeSecurityLetter(
  tx: Db,
  letter: { facts: SecurityFacts; userId: number; companyId: number | null; about: string; now: Date },
): Promise<void> {
  const { facts, userId, companyId, about, now } = letter;
  const ids = await insertLetters(
    tx,
    { kind: 'security', facts, about, now },
    sql`(person.id = ${userId} or (person.company_id = ${companyId}::bigint and person.role = 'admin'))`,
  );
  await enqueueJobs(
    tx,
    'send-letter',
    ids.map((letterId) => ({ letterId })),
    ({ letterId }) => `letter:${letterId}`,
  );
}

import { sql } from 'kysely';
import type { Db } from '../../../db/database.ts';
import { enqueueJobs } from '../../../queue/enqueue-job.ts';
import type { LetterKind } from './letter.ts';
import { insertLetters, type NewLetter } from './letter-store.ts';

/** As `writeLetter`, to each of a company's people who may act for it. */
export async function writeCompanyLetter<Kind extends LetterKind>(
  tx: Db,
  letter: NewLetter<Kind> & { companyId: number },
): Promise<void> {
  const { companyId, ...written } = letter;
  const ids = await insertLetters(
    tx,
    written,
    sql`person.company_id = ${companyId}::bigint and person.role in ('admin', 'manager')`,
  );
  await enqueueJobs(
    tx,
    'send-letter',
    ids.map((letterId) => ({ letterId })),
    ({ letterId }) => `letter:${letterId}`,
  );
}

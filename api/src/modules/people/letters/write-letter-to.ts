import { sql } from 'kysely';
import type { Role } from '#contract/access.ts';
import type { Db } from '../../../db/database.ts';
import { enqueueJobs } from '../../../queue/enqueue-job.ts';
import type { LetterKind } from './letter.ts';
import { insertLetters, type NewLetter } from './letter-store.ts';

/** As `writeLetter`, to those of a company's people who have one of these roles, and to one of them whatever his role. */
export async function writeLetterTo<Kind extends LetterKind>(
  tx: Db,
  letter: NewLetter<Kind> & { companyId: number; roles: readonly Role[]; userId: number | null },
): Promise<void> {
  const { companyId, roles, userId, ...written } = letter;
  const ids = await insertLetters(
    tx,
    written,
    sql`person.company_id = ${companyId}::bigint
      and (person.role = any(${roles}::text[]) or person.id = ${userId}::bigint) and person.role <> 'none'`,
  );
  await enqueueJobs(
    tx,
    'send-letter',
    ids.map((letterId) => ({ letterId })),
    ({ letterId }) => `letter:${letterId}`,
  );
}

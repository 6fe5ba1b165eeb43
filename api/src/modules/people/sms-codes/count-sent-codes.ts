import { sql } from 'kysely';
import { onlyRow, type Db } from '../../../db/database.ts';

/** How many codes of a purpose and subject were sent since a moment, to whomever. */
export async function countSentCodes(
  db: Db,
  args: { purpose: string; subject: string; since: Date },
): Promise<number> {
  const { count } = await onlyRow(
    db,
    sql<{ count: number }>`
      select count(*) from sms_code
      where purpose = ${args.purpose} and subject = ${args.subject} and sent_at > ${args.since}`,
  );
  return count;
}

import { sql } from 'kysely';
import type { Db } from '../../../db/database.ts';
import type { WaitingCode } from './waiting-code.ts';

export async function updateCodes(tx: Db, codes: readonly WaitingCode[], now: Date): Promise<void> {
  await sql`
    update sms_code code
    set tries = changed.tries, used_at = case when changed.used then ${now}::timestamptz else code.used_at end
    from unnest(${codes.map((one) => one.id)}::bigint[], ${codes.map((one) => one.tries)}::int[],
      ${codes.map((one) => one.used)}::boolean[]) as changed (id, tries, used)
    where code.id = changed.id`.execute(tx);
}

import { sql } from 'kysely';
import type { Db } from '../../../db/database.ts';

export interface KeyUse {
  keyId: number;
  companyId: number;
  calls: number;
  at: Date;
  ip: string;
}

/** Adds to what a key has called on its Moscow day. */
export async function addKeyUse(db: Db, { keyId, companyId, calls, at, ip }: KeyUse): Promise<void> {
  await sql`
    insert into api_key_use as known (key_id, company_id, day, calls, last_at, last_ip)
    values (${keyId}, ${companyId}, (${at}::timestamptz at time zone 'Europe/Moscow')::date, ${calls}, ${at}, ${ip})
    on conflict (company_id, key_id, day) do update set calls = known.calls + excluded.calls, last_ip = excluded.last_ip,
      last_at = greatest(known.last_at, excluded.last_at)`.execute(db);
}

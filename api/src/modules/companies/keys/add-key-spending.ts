import { sql } from 'kysely';
import type { Kopecks } from '#contract/kopecks.ts';
import type { Db } from '../../../db/database.ts';

/** What a key has moved on a Moscow day. */
export interface KeySpending {
  keyId: number;
  companyId: number;
  day: string;
  sum: Kopecks;
}

/** Adds to what keys have moved, in the transaction of the movements. In the order of the keys, as everything in a batch. */
export async function addKeySpending(tx: Db, spent: readonly KeySpending[]): Promise<void> {
  const sorted = spent.toSorted((one, other) => one.keyId - other.keyId);
  await sql`
    insert into api_key_spending as known (key_id, company_id, day, moved)
    select * from unnest(${sorted.map((one) => one.keyId)}::bigint[], ${sorted.map((one) => one.companyId)}::bigint[],
      ${sorted.map((one) => one.day)}::date[], ${sorted.map((one) => one.sum)}::bigint[])
    on conflict (company_id, key_id, day) do update set moved = known.moved + excluded.moved`.execute(tx);
}

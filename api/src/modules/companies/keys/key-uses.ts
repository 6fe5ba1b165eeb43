import { sql } from 'kysely';
import type { Kopecks } from '#contract/kopecks.ts';
import type { Db } from '../../../db/database.ts';
import { deleteInBatches } from '../../../db/delete-in-batches.ts';
import type { Context, KeyRecorder } from '../../../context.ts';
import { memoizePerOwner } from '../../../lib/turns/memoize-per-owner.ts';

interface KeyUse {
  keyId: number;
  companyId: number;
  calls: number;
  at: Date;
  ip: string;
}

/** Adds to what a key has called on its Moscow day. */
async function addKeyUse(db: Db, { keyId, companyId, calls, at, ip }: KeyUse): Promise<void> {
  await sql`
    insert into api_key_use as known (key_id, company_id, day, calls, last_at, last_ip)
    values (${keyId}, ${companyId}, (${at}::timestamptz at time zone 'Europe/Moscow')::date, ${calls}, ${at}, ${ip})
    on conflict (company_id, key_id, day) do update set calls = known.calls + excluded.calls, last_ip = excluded.last_ip,
      last_at = greatest(known.last_at, excluded.last_at)`.execute(db);
}

const EVERY_MS = 60_000;

/**
 * Records when and from where keys were used, and how often. Writes after the answer: the first use at once, the
 * following uses together a minute later, so a key that calls all day costs two writes a minute. If a process dies,
 * only such records are lost.
 */
export const keyUseRecorder: KeyRecorder = {
  recordUse: (ctx, key, ip) => uses(ctx)(key, ip),
};

const uses = memoizePerOwner((ctx: Context) => {
  /** Uses of keys since their last write, for keys written within the last minute. */
  const since = new Map<number, KeyUse | null>();
  const write = (use: KeyUse): void => {
    addKeyUse(ctx.db.system, use).catch((error: unknown) =>
      ctx.log.debug({ err: error }, 'the use of a key was not noted'),
    );
  };
  return ({ id: keyId, companyId }: { id: number; companyId: number }, ip: string): void => {
    const use = { keyId, companyId, calls: (since.get(keyId)?.calls ?? 0) + 1, at: ctx.clock.now(), ip };
    if (since.has(keyId)) return void since.set(keyId, use);
    write(use);
    since.set(keyId, null);
    setTimeout(() => {
      const rest = since.get(keyId);
      since.delete(keyId);
      if (rest) write(rest);
    }, EVERY_MS).unref();
  };
});

/** Deletes on which days keys were used before a moment, with the address of each, and returns how many went. */
export function deleteOldKeyUses(db: Db, before: Date): Promise<number> {
  const day = sql`(${before}::timestamptz at time zone 'Europe/Moscow')::date`;
  return deleteInBatches(db, 'api_key_use', sql`day < ${day}`);
}

/** Amount moved by a key on a Moscow day. */
export interface KeySpending {
  keyId: number;
  companyId: number;
  day: string;
  sum: Kopecks;
}

/** Adds to what keys have moved, in the transaction of the movements. In the order of the keys, as everything in a batch. */
export async function addKeySpending(tx: Db, spent: readonly KeySpending[]): Promise<void> {
  const sorted = spent.toSorted((a, b) => a.keyId - b.keyId);
  await sql`
    insert into api_key_spending as known (key_id, company_id, day, moved)
    select * from unnest(${sorted.map((keySpending) => keySpending.keyId)}::bigint[], ${sorted.map((keySpending) => keySpending.companyId)}::bigint[],
      ${sorted.map((keySpending) => keySpending.day)}::date[], ${sorted.map((keySpending) => keySpending.sum)}::bigint[])
    on conflict (company_id, key_id, day) do update set moved = known.moved + excluded.moved`.execute(tx);
}

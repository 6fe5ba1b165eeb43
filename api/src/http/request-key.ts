import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { KEY_USED_FOR_OTHER_DATA } from '#contract/envelope.ts';
import type { Context } from '../context.ts';
import { hashAtPlace, toTextArray } from '../db/columns.ts';
import { firstRow, type Db } from '../db/database.ts';
import { encodeBigints } from '../db/parameter.ts';
import { conflict, Refusal } from '../errors.ts';
import { batchCalls } from '../lib/turns/batch-calls.ts';
import { memoizePerOwner } from '../lib/turns/memoize-per-owner.ts';
import { sameHash } from '../lib/secrets.ts';
import type { Session } from './session.ts';
import { type StoredRequest, type StoredRequestRow, toStoredRequest } from './stored-request.ts';

/** `Idempotency-Key` of a call that moves money or creates an order (docs/calls.md 1). */
export interface RequestKey {
  userId: number;
  key: string;
  /** The key as a company's program sent it; absent for a person, whose browser makes it up. */
  ofProgram?: string;
  call: string;
  /** Hash of everything the caller sent: the same key with another body is an error. */
  bodyHash: Buffer;
  /** Content stored under the key when the request came. */
  earlier: StoredRequest | null;
}

/** The request's own key, where it has one. */
export function getRequestKeyHeader(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key'];
  return typeof key === 'string' && key !== '' ? key : null;
}

/**
 * Returns where a caller's request keys are stored. Keys of a program, which chooses them itself, are stored apart
 * from its admin's.
 */
export function ownKey({ userId, key: by }: Session, key: string): Pick<RequestKey, 'userId' | 'key'> {
  return { userId, key: by ? `key ${by.id}: ${key}` : key };
}

/** The answer to an earlier request with this key, or null. Throws 409 when that one had another body. */
export function findAnswer(key: RequestKey): Record<string, unknown> | null {
  return sameRequest(key, key.earlier)?.answer ?? null;
}

/**
 * Stores the answer for a repeat of the request. The work is done by then: if storing fails, the answer is still
 * sent, and a repeat rebuilds it from the outcome.
 */
export async function storeAnswer(
  ctx: Context,
  key: RequestKey,
  answer: Record<string, unknown>,
): Promise<void> {
  await answerKeeper(ctx)({ key, answer }).catch((error: unknown) =>
    ctx.log.error({ err: error, call: key.call }, 'an answer was not kept'),
  );
}

const answerKeeper = memoizePerOwner((ctx: Context) =>
  batchCalls(
    async (asks: { key: RequestKey; answer: Record<string, unknown> }[]) => {
      await ctx.db.prepared((db) =>
        sql`
          update idempotent_request request set answer = kept.answer
          from unnest(${encodeBigints(asks.map((ask) => ask.key.userId))}::bigint[], ${asks.map((ask) => ask.key.key)}::text[],
            ${asks.map((ask) => JSON.stringify(ask.answer))}::json[]) as kept (user_id, key, answer)
          where request.user_id = kept.user_id and request.key = kept.key and request.answer is null`.execute(
          db,
        ),
      );
      return asks.map(() => undefined);
    },
    { maxConcurrent: 1, maxBatch: 500 },
  ),
);

/**
 * Runs something that ends in `doOnce`. Of two simultaneous requests with one key, the second may be refused on its
 * way there because the first has just spent the code: then it gets the first one's outcome.
 */
export async function repeatable<Outcome>(
  ctx: Context,
  key: RequestKey | null,
  attempt: () => Promise<Outcome>,
): Promise<Outcome> {
  if (!key) return attempt();
  const earlier = sameRequest(key, key.earlier);
  if (earlier) return earlier.outcome as Outcome;
  try {
    return await attempt();
  } catch (error) {
    const meanwhile = error instanceof Refusal ? await findStoredRequest(ctx.db.system, key) : null;
    if (!meanwhile) throw error;
    return meanwhile.outcome as Outcome;
  }
}

/**
 * Does something once: its outcome is stored under the key in the same transaction. A second request with the key
 * waits here for the first to commit and gets its outcome. A refusal stores nothing, so it can be tried again.
 */
export async function doOnce<Outcome>(
  tx: Db,
  key: RequestKey | null,
  now: Date,
  work: () => Promise<Outcome>,
): Promise<Outcome> {
  if (!key) return work();
  const claimed = await firstRow(
    tx,
    sql<{ key: string }>`
      insert into idempotent_request (user_id, key, call, body_hash, created_at)
      values (${key.userId}, ${key.key}, ${key.call}, ${key.bodyHash}, ${now})
      on conflict do nothing returning key`,
  );
  if (!claimed) {
    const stored = await findStoredRequest(tx, key);
    return stored?.outcome as Outcome;
  }
  const outcome = await work();
  await sql`
    update idempotent_request set outcome = ${JSON.stringify(outcome)}
    where user_id = ${key.userId} and key = ${key.key}`.execute(tx);
  return outcome;
}

/** A request in two halves: what is read and checked before its transaction, and what is written in it. */
export interface RequestSteps<Checked, Outcome> {
  /** Refuses, or returns what `write` needs. */
  check(): Promise<Checked>;
  /** Opens the transaction of the company or person that the request belongs to. */
  open(checked: Checked, work: (tx: Db) => Promise<Outcome>): Promise<Outcome>;
  write(tx: Db, checked: Checked, now: Date): Promise<Outcome>;
}

/** Carries a request out once: a repeat with the same key gets the first outcome, and checks nothing again. */
export function carryOutOnce<Checked, Outcome>(
  ctx: Context,
  key: RequestKey | null,
  { check, open, write }: RequestSteps<Checked, Outcome>,
): Promise<Outcome> {
  return repeatable(ctx, key, async () => {
    const checked = await check();
    const now = ctx.clock.now();
    return open(checked, (tx) => doOnce(tx, key, now, () => write(tx, checked, now)));
  });
}

/**
 * Claims the key for this request before work of many transactions begins, work that can be repeated without effect. From
 * here on no other request can have the key, even if the process dies before it stores an outcome. Returns the same
 * request's outcome if there is one. Throws 409 when the key came with another body.
 */
export async function claimKey<Outcome>(db: Db, key: RequestKey, now: Date): Promise<Outcome | null> {
  await sql`
    insert into idempotent_request (user_id, key, call, body_hash, created_at)
    values (${key.userId}, ${key.key}, ${key.call}, ${key.bodyHash}, ${now}) on conflict do nothing`.execute(
    db,
  );
  return ((await findStoredRequest(db, key))?.outcome ?? null) as Outcome | null;
}

/** Stores the outcome under a claimed key and returns the stored one; of two at once, the first to end counts for both. */
export async function storeOutcome<Outcome>(db: Db, key: RequestKey, outcome: Outcome): Promise<Outcome> {
  await sql`
    update idempotent_request set outcome = ${JSON.stringify(outcome)}
    where user_id = ${key.userId} and key = ${key.key} and outcome is null`.execute(db);
  return (await findStoredRequest(db, key))?.outcome as Outcome;
}

/** Lists what is stored under these keys, by `keyOfUser`. `sameRequest` decides whether it is the same request. */
export async function listStoredRequests(
  tx: Db,
  keys: readonly Pick<RequestKey, 'userId' | 'key'>[],
): Promise<Map<string, StoredRequest>> {
  const { rows } = await sql<StoredRequestRow & { user_id: number; key: string }>`
    select request.user_id, request.key, request.call, request.body_hash, request.outcome, request.answer
    from unnest(${encodeBigints(keys.map((key) => key.userId))}::bigint[], ${toTextArray(keys.map((key) => key.key))}) as asked (user_id, key)
    join idempotent_request request on request.user_id = asked.user_id and request.key = asked.key`.execute(
    tx,
  );
  return new Map(rows.map((row) => [keyOfUser({ userId: row.user_id, key: row.key }), toStoredRequest(row)]));
}

/**
 * Stores the outcomes, in the transaction that brought them about. Throws when a request with one of the keys was
 * carried out meanwhile. Written in the order of the keys, so that two processes cannot deadlock.
 */
export async function insertStoredRequests(
  tx: Db,
  now: Date,
  done: readonly { key: RequestKey; outcome: unknown }[],
): Promise<void> {
  const sorted = [...done].sort(
    ({ key: one }, { key: other }) => one.userId - other.userId || (one.key < other.key ? -1 : 1),
  );
  await sql`
    insert into idempotent_request (user_id, key, call, body_hash, outcome, created_at)
    select user_id, key, call, ${hashAtPlace(sorted.map((item) => item.key.bodyHash))},
      outcome::json, ${now}::timestamptz
    from rows from (
      unnest(
        ${encodeBigints(sorted.map((item) => item.key.userId))}::bigint[], ${toTextArray(sorted.map((item) => item.key.key))},
        ${toTextArray(sorted.map((item) => item.key.call))}
      ), string_to_table(${sorted.map((item) => JSON.stringify(item.outcome ?? null)).join('\n')}, E'\n')
    ) with ordinality as done (user_id, key, call, outcome, place)`.execute(tx);
}

export function keyOfUser({ userId, key }: Pick<RequestKey, 'userId' | 'key'>): string {
  return `${userId} ${key}`;
}

/** The stored outcome of the same request; null when there is none. Throws 409 when it was another request. */
export function sameRequest(key: RequestKey, stored: StoredRequest | null | undefined): StoredRequest | null {
  if (!stored) return null;
  if (stored.call !== key.call || !sameHash(stored.bodyHash, key.bodyHash))
    throw conflict(KEY_USED_FOR_OTHER_DATA);
  return stored;
}

async function findStoredRequest(db: Db, key: RequestKey): Promise<StoredRequest | null> {
  return sameRequest(key, (await listStoredRequests(db, [key])).get(keyOfUser(key)));
}

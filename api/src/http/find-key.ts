import type { FastifyReply } from 'fastify';
import { sql } from 'kysely';
import type { KeyScope } from '#contract/companies/key-scopes.ts';
import { recordEvent } from '../audit/record-event.ts';
import type { Context } from '../context.ts';
import { mintCompanyScope } from '../db/company-scope.ts';
import { rows } from '../db/database.ts';
import { notAllowed, tooOften } from '../errors.ts';
import { batchCalls } from '../lib/turns/batch-calls.ts';
import { memoizePerOwner } from '../lib/turns/memoize-per-owner.ts';
import { isInNetworks } from '../lib/network-list.ts';
import { hashSha256, sameHash } from '../lib/secrets.ts';
import { slidingWindow, slidingWindowLimit, type WindowShare } from '../lib/turns/sliding-window-limit.ts';
import { keyRefused, describeClosedKey } from './calling-key.ts';
import { isOwnedKey } from './is-owned-key.ts';
import { listStoredRequests, ownKey } from './request-key.ts';
import type { FoundCaller, Session } from './session.ts';

const MINUTE_SECONDS = 60;
const UNKNOWN = 'Ключ не найден: проверьте, что он указан целиком';
const FOREIGN_ADDRESS = 'С этого адреса ключ не работает';

interface KeyRow {
  id: number;
  hash: Buffer;
  title: string;
  scopes: KeyScope[];
  addresses: string[];
  expires_at: Date | null;
  revoked_at: Date | null;
  made_by: number;
  is_owned: boolean;
  company_id: number;
  is_client: boolean;
  terms_accepted: boolean;
  is_blocked: boolean;
  admin_unconfirmed: boolean;
  is_test: boolean;
}

export interface KeyInput {
  /** Key as it was sent, without `Bearer`. */
  text: string;
  ip: string;
  /** The answer, which says how many calls are left. */
  reply: FastifyReply;
}

/**
 * Returns the caller that a key represents: its company, with the rights of its scopes. The key is read at each call,
 * so that a revoked one is closed at once. Refuses: 401 unknown, revoked, expired, or made by a user who is no longer
 * an admin; 403 another address; 429 too often.
 */
export async function findKey(ctx: Context, { text, ip, reply }: KeyInput): Promise<Session> {
  const row = await keyFinder(ctx)(hashSha256(text));
  if (!row) throw keyRefused(UNKNOWN);
  const terms = { revokedAt: row.revoked_at, expiresAt: row.expires_at, isOwned: row.is_owned };
  const closed = describeClosedKey(terms, ctx.clock.now());
  if (closed) throw keyRefused(closed);
  if (row.addresses.length > 0 && !isInNetworks(row.addresses, ip)) {
    await recordForeign(ctx, row, ip);
    throw notAllowed(FOREIGN_ADDRESS);
  }
  const share = callsPerMinute(ctx)(row.id);
  reply.headers(formatShare(share, ctx.config.keyCallsPerMinute));
  if (share.waitSeconds > 0) throw tooOften(share.waitSeconds);
  return toSession(row);
}

/** Finds the caller by a key, with what an earlier request of this key has left under its own `Idempotency-Key`. */
export async function findKeyCaller(
  ctx: Context,
  input: KeyInput,
  requestKey: string | null,
): Promise<FoundCaller> {
  const session = await findKey(ctx, input);
  if (requestKey === null) return { session, earlier: null };
  const stored = await listStoredRequests(ctx.db.system, [ownKey(session, requestKey)]);
  return { session, earlier: [...stored.values()][0] ?? null };
}

/** Keys of one moment are one query. */
const keyFinder = memoizePerOwner((ctx: Context) =>
  batchCalls(
    async (hashes: Buffer[]) => {
      const found = await listKeys(ctx, hashes);
      return hashes.map((hash) => found.find((row) => sameHash(row.hash, hash)) ?? null);
    },
    { maxConcurrent: 2, maxBatch: 100 },
  ),
);

/**
 * Records the use of a key from a foreign address, which reveals a copied key. A program that goes on trying leaves a
 * line a minute.
 */
async function recordForeign(ctx: Context, row: KeyRow, ip: string): Promise<void> {
  if (foreignPerMinute(ctx)(row.id) > 0) return;
  await recordEvent(ctx.db.system, {
    at: ctx.clock.now(),
    what: 'key-elsewhere',
    companyId: row.company_id,
    ip,
    targets: [{ kind: 'key', id: row.id }],
  });
}

const foreignPerMinute = memoizePerOwner((ctx: Context) =>
  slidingWindowLimit<number>(ctx.clock, 1, MINUTE_SECONDS),
);

const callsPerMinute = memoizePerOwner((ctx: Context) =>
  slidingWindow<number>(ctx.clock, ctx.config.keyCallsPerMinute, MINUTE_SECONDS),
);

/** Headers of the IETF draft «RateLimit header fields for HTTP», version 6: plain numbers, which a script reads. */
function formatShare({ remaining, resetSeconds }: WindowShare, max: number): Record<string, string> {
  return {
    'ratelimit-limit': String(max),
    'ratelimit-policy': `${max};w=${MINUTE_SECONDS}`,
    'ratelimit-remaining': String(remaining),
    'ratelimit-reset': String(resetSeconds),
  };
}

function listKeys(ctx: Context, hashes: readonly Buffer[]): Promise<KeyRow[]> {
  const now = ctx.clock.now();
  return rows(
    ctx.db.system,
    sql<KeyRow>`
      select key.id, key.hash, key.title, key.scopes, key.addresses, key.expires_at, key.revoked_at, key.made_by,
        ${isOwnedKey()} as is_owned, key.company_id,
        sandbox.company_id is not null as is_test,
        company.client_since is not null as is_client, company.admin_unconfirmed,
        coalesce(company.terms_version = (
          select max(version) from terms_version where begins_at is null or begins_at <= ${now}), false) as terms_accepted,
        company.blocked_at is not null as is_blocked
      from api_key key
      join company on company.id = key.company_id
      left join sandbox on sandbox.company_id = key.company_id
      where key.hash = any(${hashes}::bytea[])`,
  );
}

/**
 * Creates the session of a key. The admin who made the key has already given the second factor or code that a person is
 * asked for.
 */
function toSession(row: KeyRow): Session {
  const { company_id: companyId } = row;
  return {
    id: 0,
    userId: row.made_by,
    staffRole: null,
    role: 'admin',
    company: {
      id: companyId,
      // A sandbox has joined nothing and agreed to nothing: there is no real money in it.
      isClient: row.is_client || row.is_test,
      termsAccepted: row.terms_accepted || row.is_test,
      isBlocked: row.is_blocked,
      adminUnconfirmed: row.admin_unconfirmed,
      requiresFactor: false,
      delegation: null,
      scope: mintCompanyScope(companyId),
    },
    hasEntered: false,
    namesCompany: false,
    hasFactor: false,
    factorConfirmed: false,
    key: { id: row.id, companyId, title: row.title, scopes: row.scopes, isTest: row.is_test },
  };
}

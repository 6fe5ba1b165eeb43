import { KEY_BEGINNING, MOVES_MONEY, PAYS_OUT, type KeyScope } from '#contract/companies/key-scopes.ts';
import { KEYS_MAX } from '#contract/companies/keys.ts';
import type { Kopecks } from '#contract/kopecks.ts';
import { toRubles } from '#contract/kopecks.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import type { Db } from '../../../db/database.ts';
import { conflict, fieldRefusal } from '../../../errors.ts';
import { hashSha256, newToken } from '../../../lib/secrets.ts';
import { countOpenKeys, countOwnCards, insertKey } from './keys.ts';

export interface KeyOrder {
  scope: CompanyScope;
  adminId: number;
  title: string;
  scopes: readonly KeyScope[];
  addresses: readonly string[];
  expiresAt: Date | null;
  dailySum: Kopecks | null;
  cardIds: readonly number[];
}

export interface CreatedKey {
  id: number;
  key: string;
}

/**
 * Makes a key. Its text is only in this answer: the database stores a hash. Refuses: `expires_at` in the past, `cards` that
 * are not the company's; 409 too many keys.
 */
export async function createKey(ctx: Context, order: KeyOrder): Promise<CreatedKey> {
  return ctx.db.inCompany(order.scope, (tx) => makeKey(tx, order, { now: ctx.clock.now(), kind: 'live' }));
}

/**
 * Like `createKey`, in the caller's transaction. `kind` is the key's prefix. The log line belongs to the company of the
 * current work.
 */
export async function makeKey(
  tx: Db,
  order: KeyOrder,
  { now, kind }: { now: Date; kind: keyof typeof KEY_BEGINNING },
): Promise<CreatedKey> {
  const { scope, adminId: madeBy, title, expiresAt, dailySum } = order;
  if (expiresAt && expiresAt <= now) throw fieldRefusal('expires_at', 'Этот срок уже прошёл');
  const scopes = distinct(order.scopes);
  const addresses = distinct(order.addresses);
  const namesCards = scopes.includes(MOVES_MONEY) || scopes.includes(PAYS_OUT);
  const cardIds = namesCards && order.cardIds.length > 0 ? distinct(order.cardIds) : null;
  const key = KEY_BEGINNING[kind] + newToken();
  const mark = `${KEY_BEGINNING[kind]}…${key.slice(-4)}`;
  const made = {
    companyId: scope.companyId,
    madeBy,
    title,
    hash: hashSha256(key),
    mark,
    madeAt: now,
    expiresAt,
  };
  await assertKeyLimit(tx, scope, now);
  if (cardIds && (await countOwnCards(tx, scope, cardIds)) < cardIds.length)
    throw fieldRefusal('cards', 'Среди карт есть чужая');
  const id = await insertKey(tx, { ...made, scopes, addresses, dailySum, cardIds });
  await recordEvent(tx, {
    at: now,
    what: 'key-made',
    targets: [{ kind: 'key', id }],
    after: {
      title,
      mark,
      scopes,
      ...(addresses.length > 0 && { addresses }),
      ...(expiresAt && { expires_at: expiresAt.toISOString() }),
      ...(dailySum !== null && { daily_sum: toRubles(dailySum) }),
      ...(cardIds && { cards: cardIds.length }),
    },
  });
  return { id, key };
}

async function assertKeyLimit(tx: Db, scope: CompanyScope, now: Date): Promise<void> {
  if ((await countOpenKeys(tx, scope, now)) < KEYS_MAX) return;
  throw conflict(`У компании может быть не больше ${KEYS_MAX} действующих ключей. Отзовите лишние`);
}

function distinct<Value>(values: readonly Value[]): Value[] {
  return [...new Set(values)];
}

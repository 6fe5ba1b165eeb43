import { z } from 'zod';
import { card } from '../cards/cards.ts';
import { endpoint } from '../endpoint.ts';
import { absentWhenEmpty, ending, flag, id, idParams, listSchema, moment, requiredText } from '../fields.ts';
import { KEY_SCOPES, MOVES_MONEY, PAYS_OUT } from './key-scopes.ts';
import { largeMoneyOrZero, positiveMoney, rubles } from '../kopecks.ts';
import { clientBalances } from '../money/money.ts';

/** Keys, by which a company's own programs call: docs/calls.md 25. */

export const KEY_STATES = ['active', 'expired', 'revoked', 'ownerless'] as const;
export type KeyState = (typeof KEY_STATES)[number];

/** The most keys that a company has in use, and the most cards that one may pay to by name. */
export const KEYS_MAX = 50;
export const KEY_CARDS_MAX = 500;
const ADDRESSES_MAX = 50;
const TITLE_MAX = 100;

const NO_ADDRESS = 'Адрес указывается как 203.0.113.7, 203.0.113.0/24 или 2001:db8::/32';
const NO_SCOPE = 'Выберите хотя бы одно право';
const UNKNOWN_SCOPE = 'Такого права нет';
export const SUM_NEEDED = 'Укажите, сколько ключ может перевести за день';
export const SUM_NOT_NEEDED = 'Дневная сумма нужна только ключу, который переводит деньги';

const network = z
  .string({ error: NO_ADDRESS })
  .trim()
  .pipe(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], { error: NO_ADDRESS }));

const dailySum = largeMoneyOrZero.refine((sum) => sum > 0, 'Сумма должна быть больше нуля');

export const companyKey = z.object({
  id: z.int(),
  title: z.string(),
  mark: z.string().meta({ description: 'how it begins and ends', example: 'mg_live_…a1B2' }),
  scopes: z.array(z.enum(KEY_SCOPES)),
  addresses: z.array(z.string()).meta({ description: 'from where it works; empty: from anywhere' }),
  daily_sum: rubles.nullable(),
  moved_today: rubles.nullable().meta({ description: 'of the daily sum, on this Moscow day' }),
  cards: z
    .array(z.object({ id: z.int(), card_number: z.string() }))
    .nullable()
    .meta({ description: 'to and from which it may move money; null: any of the company’s' }),
  state: z.enum(KEY_STATES).meta({ description: 'ownerless: who made it is no admin any more' }),
  made_at: moment,
  made_by: z.string(),
  expires_at: moment.nullable(),
  revoked_at: moment.nullable(),
  revoke_reason: z.string().nullable().meta({ description: 'of a key that the programme has revoked' }),
  used: z.object({ at: moment, address: z.string() }).nullable().meta({ description: 'to a minute' }),
  calls: z.int().meta({ description: 'in the last 30 days, to a minute' }),
});

/** Rights and limits of a key. */
export const keyOrder = z
  .object({
    title: requiredText(TITLE_MAX),
    scopes: listSchema(z.enum(KEY_SCOPES, { error: UNKNOWN_SCOPE }), KEY_SCOPES.length * 2).refine(
      (scopes) => scopes.length > 0,
      NO_SCOPE,
    ),
    expires_at: absentWhenEmpty(ending).meta({ description: 'a moment, or a day, the last one' }),
    addresses: listSchema(network, ADDRESSES_MAX, `Не больше ${ADDRESSES_MAX} адресов`).optional(),
    daily_sum: absentWhenEmpty(dailySum).meta({ description: 'with `money:write`, which needs it' }),
    cards: listSchema(id, KEY_CARDS_MAX, `Не больше ${KEY_CARDS_MAX} карт`).optional().meta({
      description:
        'with `money:write` or `payouts:write`: between which and the account it moves money; none: any',
    }),
  })
  .refine((input) => !input.scopes.includes(MOVES_MONEY) || input.daily_sum !== undefined, {
    message: SUM_NEEDED,
    path: ['daily_sum'],
  })
  .refine((input) => input.scopes.includes(MOVES_MONEY) || input.daily_sum === undefined, {
    message: SUM_NOT_NEEDED,
    path: ['daily_sum'],
  });

export const madeKey = z.object({ id: z.int(), key: z.string() });

/** Refuses on `scopes`, `expires_at`, `addresses`, `daily_sum`, `cards`; 409 too many keys in use. */
export const createKey = endpoint({
  name: 'createKey',
  method: 'POST',
  path: '/api/keys',
  summary: 'Makes a key; this answer alone has it',
  caller: 'assignRoles',
  needsFreshCode: true,
  body: keyOrder,
  data: madeKey,
  source: 'docs/calls.md 25',
});

export const listKeys = endpoint({
  name: 'listKeys',
  method: 'GET',
  path: '/api/keys',
  summary: 'The company’s keys, those in use first; the keys themselves are nowhere',
  caller: 'assignRoles',
  data: z.array(companyKey),
  source: 'docs/calls.md 25',
});

/** Works at once. Refuses: 404 another company's key, or one that is revoked already. */
export const revokeKey = endpoint({
  name: 'revokeKey',
  method: 'DELETE',
  path: '/api/keys/:id',
  summary: 'Revokes a key at once',
  caller: 'assignRoles',
  needsFreshCode: true,
  params: idParams,
  data: z.object({}),
  source: 'docs/calls.md 25',
});

export const readBalances = endpoint({
  name: 'readBalances',
  method: 'GET',
  path: '/api/v1/balances',
  summary: 'Balances of the company whose key or session asks',
  caller: 'read',
  key: { scope: 'money:read' },
  data: clientBalances,
  source: 'docs/calls.md 25',
});

const cardAfterMovement = card.extend({
  operation_id: z.int().meta({ description: 'of this very movement, as in the lists and the events' }),
});

/**
 * Like `transferToCard`, mode 1, without a code. Refuses: 400 without `Idempotency-Key`; `sum` above the available
 * money or the rest of the daily sum; 403 a card that the key does not name; 404 a card that is not the company's.
 */
export const transferByKey = endpoint({
  name: 'transferByKey',
  method: 'POST',
  path: '/api/v1/cards/:id/transfer',
  summary: 'Account → card by a key, within its daily sum',
  caller: 'moveMoney',
  key: { scope: MOVES_MONEY, only: true },
  needsTerms: true,
  needsConfirmedAdmin: true,
  idempotent: true,
  needsRequestKey: true,
  params: idParams,
  body: z.object({ sum: positiveMoney }),
  data: cardAfterMovement,
  source: 'docs/calls.md 25',
});

/**
 * Like `transferToCard`, mode 0, without a code. The money stays the company's. Refuses: 400 without `Idempotency-Key`;
 * `sum` above what is on the card; 403 a card that the key does not name; 404 a card that is not the company's.
 */
export const payoutByKey = endpoint({
  name: 'payoutByKey',
  method: 'POST',
  path: '/api/v1/cards/:id/payout',
  summary: 'Card → account by a key',
  caller: 'moveMoney',
  key: { scope: PAYS_OUT, only: true },
  needsTerms: true,
  needsConfirmedAdmin: true,
  idempotent: true,
  needsRequestKey: true,
  params: idParams,
  body: z.object({ sum: positiveMoney }),
  data: cardAfterMovement,
  source: 'docs/calls.md 25',
});

/**
 * Names the wanted state, so that a repeat changes nothing: a card that has this state, or is about to have it, is returned
 * unchanged. Refuses: 403 a card that the programme or the company's rules hold; 404 another company's card; 409 while its
 * network has not confirmed the opposite yet.
 */
export const setBlockByKey = endpoint({
  name: 'setBlockByKey',
  method: 'POST',
  path: '/api/v1/cards/:id/block',
  summary: 'Blocks a card or returns it to work by a key; the network confirms later',
  caller: 'changeCard',
  key: { scope: 'blocks:write', only: true },
  needsTerms: true,
  params: idParams,
  body: z.object({ blocked: flag }),
  data: card,
  source: 'docs/calls.md 25',
});

/** Refuses: 404 no such key of this client, or it is revoked. */
export const revokeClientKey = endpoint({
  name: 'revokeClientKey',
  method: 'POST',
  path: '/staff/api/clients/:id/keys/:keyId/revoke',
  summary: 'Revokes a client’s key at once, with a reason that he reads',
  caller: 'staff.serveClients',
  params: z.object({ id, keyId: id }),
  body: z.object({ reason: requiredText(500) }),
  data: z.object({}),
  source: 'docs/calls.md 25',
});

export const listClientKeys = endpoint({
  name: 'listClientKeys',
  method: 'GET',
  path: '/staff/api/clients/:id/keys',
  summary: 'A client’s keys',
  caller: 'staff.read',
  params: idParams,
  data: z.array(companyKey),
  source: 'docs/calls.md 25',
});

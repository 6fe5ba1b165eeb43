import { z } from 'zod';
import { DECLINE_CODES } from '../fleet/declines.ts';
import { endpoint } from '../endpoint.ts';
import { absentWhenEmpty, flag, id, idParams, moment, momentInput, numberAsText } from '../fields.ts';
import { optionalText, requiredText, wholeNumber } from '../fields.ts';
import { companyKey, keyOrder, madeKey } from './keys.ts';
import { positiveLitres, positiveMoney, rubles } from '../kopecks.ts';
import { createWebhook, webhook } from './webhooks.ts';

/**
 * A company's sandbox: a company without real users, with cards of a simulated network and a clock that can be moved
 * forward. The company's admin creates it, and keys `mg_test_…` work in it: docs/calls.md 41 and 42.
 */

/** The clock of a new sandbox stands this many days behind, so that there is time to move it through. */
export const SANDBOX_DAYS_BEHIND = 62;
export const SANDBOX_CARDS = 4;
/** A new one takes cards, accounts and books that stay: this many in 24 hours. */
export const SANDBOXES_A_DAY = 20;

export const sandboxCard = z.object({
  id: z.int(),
  card_number: z.string(),
  status_id: z.int(),
  card_sum: rubles,
});

export const sandboxState = z.object({
  title: z.string(),
  made_at: moment,
  now: moment.meta({ description: 'what the sandbox’s clock says' }),
  silent: z.boolean().meta({ description: 'its network accepts commands and does not answer' }),
  unallocated: rubles,
  cards: z.array(sandboxCard),
});

const sandbox = sandboxState.extend({ keys: z.array(companyKey), webhooks: z.array(webhook) });

export const BY_ADMIN = { caller: 'assignRoles', source: 'docs/calls.md 41' } as const;

export const readSandbox = endpoint({
  ...BY_ADMIN,
  name: 'readSandbox',
  method: 'GET',
  path: '/api/sandbox',
  summary: 'The company’s sandbox with its keys; null as long as there is none',
  data: sandbox.nullable(),
});

/** Errors: 409 there is one already; 429 too many in a day. */
export const makeSandbox = endpoint({
  ...BY_ADMIN,
  name: 'makeSandbox',
  method: 'POST',
  path: '/api/sandbox',
  summary: 'Makes the company’s sandbox: cards, money, a clock',
  data: sandboxState,
});

/** The old one is closed, with its keys and webhooks. Errors: 404 there is none; 429 too many in a day. */
export const resetSandbox = endpoint({
  ...BY_ADMIN,
  name: 'resetSandbox',
  method: 'POST',
  path: '/api/sandbox/reset',
  summary: 'Closes the sandbox, its keys and webhooks, and makes a new one',
  data: sandboxState,
});

/** Errors: 404 there is none. */
export const deleteSandbox = endpoint({
  ...BY_ADMIN,
  name: 'deleteSandbox',
  method: 'DELETE',
  path: '/api/sandbox',
  summary: 'Closes the sandbox with its keys and webhooks for good',
  data: z.object({}),
});

/** Refuses as `createKey`; 404 there is no sandbox. */
export const createSandboxKey = endpoint({
  ...BY_ADMIN,
  name: 'createSandboxKey',
  method: 'POST',
  path: '/api/sandbox/keys',
  summary: 'Makes a key of the sandbox, mg_test_…; this answer alone has it',
  body: keyOrder,
  data: madeKey,
});

/** Refuses: 404 no such key of this sandbox, or one that is revoked already. */
export const revokeSandboxKey = endpoint({
  ...BY_ADMIN,
  name: 'revokeSandboxKey',
  method: 'DELETE',
  path: '/api/sandbox/keys/:id',
  summary: 'Revokes a key of the sandbox at once',
  params: idParams,
  data: z.object({}),
});

/** Every key of a sandbox makes these that reads its operations; to any other they are 403. */
export const BY_TEST_KEY = {
  caller: 'read',
  key: { scope: 'operations:read', only: true, sandbox: true },
  source: 'docs/calls.md 42',
} as const;

export const readSandboxState = endpoint({
  ...BY_TEST_KEY,
  name: 'readSandboxState',
  method: 'GET',
  path: '/api/v1/sandbox',
  summary: 'Sandbox: its clock, money and cards',
  data: sandboxState,
});

const station = requiredText(300).meta({ description: 'where, as a sale writes it' });
const goodsId = wholeNumber(1, 1000, 'Укажите вид топлива').meta({
  description: '301 ДТ, 302 ДТ зимнее, 303 ДТ Премиум, 401 АИ-92, 402 АИ-95, 403 АИ-98, 501 СУГ, 502 КПГ',
});

const fuelled = {
  card_id: id,
  goods_id: goodsId,
  litres: positiveLitres.meta({ description: 'at most two decimals' }),
  unit_price: positiveMoney.meta({ description: 'rubles a litre' }),
  station,
};

/**
 * Happens at the sandbox's own time. The network and the card's rules may refuse it, which makes it a decline. Errors:
 * 404 no such card of the sandbox.
 */
export const makeTestPurchase = endpoint({
  ...BY_TEST_KEY,
  name: 'makeTestPurchase',
  method: 'POST',
  path: '/api/v1/sandbox/purchases',
  summary: 'Sandbox: a driver fuels',
  body: z.object({
    ...fuelled,
    external_id: absentWhenEmpty(numberAsText(optionalText(60))).meta({
      description: 'the same again is the same purchase',
    }),
    offline: flag.optional().meta({
      description: 'the pump asks nobody: a rule that it breaks is told afterwards, as a breach',
    }),
  }),
  data: z.object({
    sold: z.boolean(),
    external_id: z.string(),
    at: moment,
    sum: rubles,
    declined: z.object({ code: z.enum(DECLINE_CODES), reason: z.string() }).nullable(),
  }),
});

/** Errors: 404 no such card of the sandbox. */
export const makeTestDecline = endpoint({
  ...BY_TEST_KEY,
  name: 'makeTestDecline',
  method: 'POST',
  path: '/api/v1/sandbox/declines',
  summary: 'Sandbox: the pump refuses',
  body: z.object({
    ...fuelled,
    code: z.enum(DECLINE_CODES, { error: `Код отказа — один из: ${DECLINE_CODES.join(', ')}` }),
    reason: requiredText(300),
  }),
  data: z.object({ at: moment }),
});

export const payTestInvoice = endpoint({
  ...BY_TEST_KEY,
  name: 'payTestInvoice',
  idempotent: true,
  method: 'POST',
  path: '/api/v1/sandbox/payments',
  summary: 'Sandbox: an invoice is issued and paid',
  body: z.object({ sum: positiveMoney }),
  data: z.object({ invoice_id: z.int(), number: z.string(), sum: rubles, unallocated: rubles }),
});

/** While it is silent every command to a card of the sandbox is accepted and waits; then all are answered. */
export const silenceTestNetwork = endpoint({
  ...BY_TEST_KEY,
  name: 'silenceTestNetwork',
  method: 'POST',
  path: '/api/v1/sandbox/silence',
  summary: 'Sandbox: its network falls silent, or answers what it owes',
  body: z.object({ silent: flag }),
  data: z.object({ silent: z.boolean() }),
});

/** Forward alone, and to now at most. Refuses on `to`. */
export const advanceTestClock = endpoint({
  ...BY_TEST_KEY,
  name: 'advanceTestClock',
  method: 'POST',
  path: '/api/v1/sandbox/clock',
  summary: 'Sandbox: moves its clock forward',
  body: z.object({ to: momentInput }),
  data: z.object({ now: moment }),
});

/** Works as `createWebhook`, for the sandbox. */
export const createTestWebhook = endpoint({
  ...BY_TEST_KEY,
  name: 'createTestWebhook',
  method: 'POST',
  path: '/api/v1/sandbox/webhooks',
  summary: 'Sandbox: has its events sent to an address; the secret is shown once',
  body: createWebhook.body,
  data: createWebhook.data,
});

/** Errors: 404 no such webhook of the sandbox. */
export const removeTestWebhook = endpoint({
  ...BY_TEST_KEY,
  name: 'removeTestWebhook',
  method: 'DELETE',
  path: '/api/v1/sandbox/webhooks/:id',
  summary: 'Sandbox: sends nothing more to an address',
  params: idParams,
  data: z.object({ id: z.int() }),
});

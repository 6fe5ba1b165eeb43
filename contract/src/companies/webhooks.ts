import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { eventType } from './events.ts';
import { idParams, moment, page, rowsPerPage } from '../fields.ts';
import { pagination } from '../pagination.ts';

/** Events sent to a company's own programs as they happen, by Standard Webhooks 1.0.0: docs/calls.md 24. */

/** Maximum of webhook addresses per company. */
export const MAX_WEBHOOKS = 10;
const URL_MAX = 500;
/** Time in which a replaced secret still signs beside the new one. */
export const PREVIOUS_SECRET_HOURS = 24;
const DELIVERIES_PER_PAGE = 50;

/** State of a delivery. */
export const DELIVERY_STATES = ['waiting', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];
/** Why nothing is sent to an address: it answered 410, or it has failed for three days. */
export const WEBHOOK_OFF_REASONS = ['gone', 'failing'] as const;
export type WebhookOffReason = (typeof WEBHOOK_OFF_REASONS)[number];

const url = z
  .url({ protocol: /^https?$/, error: 'Ожидается адрес, который начинается с https://' })
  .max(URL_MAX, `Не длиннее ${URL_MAX} знаков`);

export const webhook = z.object({
  id: z.int(),
  url: z.string(),
  types: z.array(eventType),
  off: z
    .object({ reason: z.enum(WEBHOOK_OFF_REASONS), at: moment })
    .nullable()
    .meta({ description: 'null: at work' }),
  waiting: z.int().meta({ description: 'sendings that have still to succeed' }),
  former_secret_until: moment.nullable(),
  created_at: moment,
});

export const delivery = z.object({
  id: z.int(),
  type: eventType,
  state: z.enum(DELIVERY_STATES),
  attempts: z.int(),
  created_at: moment,
  last_at: moment.nullable(),
  next_at: moment.nullable().meta({ description: 'of one that waits' }),
  status: z.int().nullable().meta({ description: 'of the last answer' }),
  error: z.string().nullable().meta({ description: 'of the last try, in Russian' }),
  body: z.string().meta({ description: 'what is sent' }),
});

/** Secret that signs deliveries. It is shown once. */
const secret = z.string().meta({ example: 'whsec_…' });

/** Errors: 400 for an address inside or with a name and password in it, 409 for more than MAX_WEBHOOKS. */
export const createWebhook = endpoint({
  name: 'createWebhook',
  method: 'POST',
  path: '/api/webhooks',
  summary: 'Has events sent to an address, from now on; the secret is shown once',
  caller: 'assignRoles',
  needsFreshCode: true,
  body: z.object({ url, types: z.array(eventType).min(1, 'Выберите хотя бы один вид событий').max(20) }),
  data: z.object({ id: z.int(), secret }),
  source: 'docs/calls.md 24',
});

export const listWebhooks = endpoint({
  name: 'listWebhooks',
  method: 'GET',
  path: '/api/webhooks',
  summary: 'The addresses that the company’s events are sent to',
  caller: 'assignRoles',
  data: z.array(webhook),
  source: 'docs/calls.md 24',
});

export const removeWebhook = endpoint({
  name: 'removeWebhook',
  method: 'DELETE',
  path: '/api/webhooks/:id',
  summary: 'Sends nothing more to an address and forgets it, with what waits',
  caller: 'assignRoles',
  params: idParams,
  data: z.object({ id: z.int() }),
  source: 'docs/calls.md 24',
});

/** Sends from where it stopped: nothing of the last 90 days is left out. */
export const resumeWebhook = endpoint({
  name: 'resumeWebhook',
  method: 'POST',
  path: '/api/webhooks/:id/resume',
  summary: 'Switches on again what was switched off, from where it stopped',
  caller: 'assignRoles',
  params: idParams,
  data: z.object({ id: z.int() }),
  source: 'docs/calls.md 24',
});

export const rotateWebhook = endpoint({
  name: 'rotateWebhook',
  method: 'POST',
  path: '/api/webhooks/:id/rotate',
  summary: `Exchanges the secret; the former one signs beside it for ${PREVIOUS_SECRET_HOURS} hours`,
  caller: 'assignRoles',
  needsFreshCode: true,
  params: idParams,
  data: z.object({ secret }),
  source: 'docs/calls.md 24',
});

export const listDeliveries = endpoint({
  name: 'listDeliveries',
  method: 'GET',
  path: '/api/webhooks/:id/deliveries',
  summary: 'What was sent to an address, newest first',
  caller: 'assignRoles',
  params: idParams,
  query: z.object({
    page,
    perPage: rowsPerPage(DELIVERIES_PER_PAGE),
    state: z.enum(DELIVERY_STATES, { error: 'Неизвестное состояние' }).optional(),
  }),
  data: z.array(delivery),
  meta: z.object({ pagination }),
  source: 'docs/calls.md 24',
});

/** Under the same id, by which its receiver knows it again. */
export const replayDelivery = endpoint({
  name: 'replayDelivery',
  method: 'POST',
  path: '/api/webhooks/deliveries/:id/replay',
  summary: 'Sends once more, at once',
  caller: 'assignRoles',
  params: idParams,
  data: z.object({ id: z.int() }),
  source: 'docs/calls.md 24',
});

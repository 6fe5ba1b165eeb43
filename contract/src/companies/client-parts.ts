import { ROLES } from '../access.ts';
import { z } from 'zod';
import { HOLD_KINDS } from './blocks.ts';
import { endpoint } from '../endpoint.ts';
import { idParams, moment, page } from '../fields.ts';
import { rubles } from '../kopecks.ts';
import { pagination } from '../pagination.ts';

/** The parts of a client's page, each read by itself in pages: docs/calls.md 9. */

export const colleagueOfClient = z.object({
  id: z.int(),
  firstname: z.string().nullable(),
  lastname: z.string().nullable(),
  phone: z.string(),
  email: z.string().nullable(),
  role: z.enum(ROLES),
  sessions: z.int().meta({ description: 'open now' }),
  seen_at: moment
    .nullable()
    .meta({ description: 'the last use of any of its sessions, to the minute or so' }),
  second_factor: z.boolean().meta({ description: 'whether a second factor is connected' }),
});

const idShape = { id: z.int() };

export const orderOfClient = z.object({
  ...idShape,
  status: z.string(),
  cards: z.int(),
  author: z.string(),
  created_at: moment,
});

export const paymentOfClient = z.object({
  ...idShape,
  number: z.string(),
  date: z.string(),
  sum: rubles,
  payer: z.string(),
  purpose: z.string(),
});

export const documentOfClient = z.object({
  ...idShape,
  title: z.string(),
  month: z.string(),
  partner: z.string(),
  published_at: moment,
  received_at: moment.nullable(),
  objection: z.string().nullable(),
});

export const cardOfClient = z.object({
  ...idShape,
  card_number: z.string(),
  partner: z.string(),
  status_id: z.int(),
  status: z.string(),
  card_sum: rubles,
  comment: z.string(),
  hold: z.object({ kind: z.enum(HOLD_KINDS), reason: z.string(), since: moment }).nullable(),
  waiting: z.boolean().meta({ description: 'a block or unblock waits for the network' }),
});

export const movementOfClient = z.object({
  ...idShape,
  at: moment,
  type_id: z.int(),
  type: z.string(),
  status_id: z.int(),
  status: z.string(),
  card_number: z.string(),
  sum: rubles,
});

export const messageOfClient = z.object({
  at: moment,
  kind: z.enum(['sms', 'letter']),
  to: z.string(),
  person: z.string(),
  text: z.string().meta({ description: 'a code is never in it; of a letter what it is about' }),
  sent: z.boolean().nullable().meta({ description: 'null: waits' }),
});

export const clientAction = z.object({
  ...idShape,
  at: moment,
  action: z.string(),
  actor: z.string().nullable().meta({ description: 'null: the programme itself' }),
  staff: z.boolean(),
  address: z.string().nullable(),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
  details: z.record(z.string(), z.unknown()),
});

const ofClient = {
  method: 'GET',
  caller: 'staff.read',
  params: idParams,
  query: z.object({ page }),
  meta: z.object({ pagination }),
  source: 'docs/calls.md 9',
} as const;

export const listClientCards = endpoint({
  ...ofClient,
  name: 'listClientCards',
  path: '/staff/api/clients/:id/cards',
  summary: 'A client’s cards',
  data: z.array(cardOfClient),
});

export const listClientOrders = endpoint({
  ...ofClient,
  name: 'listClientOrders',
  path: '/staff/api/clients/:id/orders',
  summary: 'A client’s card requests, newest first',
  data: z.array(orderOfClient),
});

export const listClientPayments = endpoint({
  ...ofClient,
  name: 'listClientPayments',
  path: '/staff/api/clients/:id/payments',
  summary: 'Payments credited to a client, newest first',
  data: z.array(paymentOfClient),
});

export const listClientMovements = endpoint({
  ...ofClient,
  name: 'listClientMovements',
  path: '/staff/api/clients/:id/movements',
  summary: 'What happened on a client’s cards, newest first',
  data: z.array(movementOfClient),
});

export const listClientDocuments = endpoint({
  ...ofClient,
  name: 'listClientDocuments',
  path: '/staff/api/clients/:id/documents',
  summary: 'Documents published for a client, newest first',
  data: z.array(documentOfClient),
});

export const listClientMessages = endpoint({
  ...ofClient,
  name: 'listClientMessages',
  path: '/staff/api/clients/:id/messages',
  summary: 'SMS and letters sent to a client’s colleagues, newest first, without codes',
  data: z.array(messageOfClient),
});

export const listClientDeeds = endpoint({
  ...ofClient,
  name: 'listClientDeeds',
  path: '/staff/api/clients/:id/audit',
  summary: 'The audit log of one client, newest first',
  data: z.array(clientAction),
});

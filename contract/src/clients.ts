import { z } from 'zod';
import { HOLD_KINDS } from './blocks.ts';
import { endpoint } from './endpoint.ts';
import {
  emptyAsAbsent,
  idParams,
  moment,
  optionalText,
  page,
  requiredText,
  rowsPerPage,
  sortBy,
  wholeNumber,
} from './fields.ts';
import { moneyOrZero, rubles } from './kopecks.ts';

/** The programme's clients, for its staff: docs/calls.md 9. */

export const CLIENT_STATES = ['active', 'blocked', 'joining'] as const;
export type ClientState = (typeof CLIENT_STATES)[number];
export const CLIENT_FILTERS = [...CLIENT_STATES, 'late'] as const;

const REASON_MAX_LENGTH = 500;
const NOTE_MAX_LENGTH = 2000;
export const CLIENTS_PER_PAGE = 50;
/** Of each part of a client's page. */
export const PART_ROWS = 20;

const pagination = z.object({ total_pages: z.int(), current_page: z.int(), total: z.int() });

const row = {
  id: z.int(),
  inn: z.string(),
  title: z.string(),
  state: z.enum(CLIENT_STATES).meta({ description: 'joining: the agreement has not been accepted yet' }),
  since: moment.meta({ description: 'client since' }),
  unallocated: rubles.meta({ description: 'below zero where credit is used' }),
  ownFunds: rubles,
  creditSum: rubles,
  debt: rubles.meta({ description: 'credit in use and fuel that is not paid' }),
  late: z.boolean().meta({ description: 'the credit’s days for payment are over' }),
  moved_at: moment.nullable().meta({ description: 'the last movement of money' }),
  cards: z.int(),
};

/** A client in the list; with `search` also the invoices that a payment may be for. */
export const client = z.object({
  ...row,
  invoices: z
    .array(z.object({ id: z.int(), number: z.string(), date: z.string(), sum: rubles, unpaid: rubles }))
    .meta({
      description:
        'with `search`: not cancelled and not wholly paid, newest first; also the one searched for',
    }),
});

const listed = {
  q: emptyAsAbsent(optionalText(200)),
  search: requiredText(500).optional(),
  state: emptyAsAbsent(z.enum(CLIENT_FILTERS, { error: 'Неизвестное состояние клиента' })),
  idle: emptyAsAbsent(wholeNumber(1, 3650, 'Дней без движения: от 1 до 3650')),
  unallocated_from: emptyAsAbsent(moneyOrZero),
  sort: emptyAsAbsent(sortBy(['title', 'since', 'unallocated', 'own', 'credit', 'debt', 'moved'])),
  page,
  perPage: rowsPerPage(CLIENTS_PER_PAGE),
};

export const findClients = endpoint({
  name: 'findClients',
  method: 'GET',
  path: '/staff/api/clients',
  summary:
    'Clients: `q` is an INN, a title or a colleague’s phone. `search` instead: those to whom `assignPayment` may credit, 20 at most',
  caller: 'staff.read',
  query: z.object(listed),
  data: z.array(client),
  meta: z.object({
    pagination,
    totals: z
      .object({ unallocated: rubles, creditSum: rubles, debt: rubles })
      .meta({ description: 'of all that were found' }),
  }),
  source: 'docs/calls.md 9',
});

const requisites = z.object({
  title: z.string(),
  legal_form: z.string(),
  inn: z.string(),
  kpp: z.string().nullable(),
  ogrn: z.string().nullable(),
  address: z.string(),
});

export const colleagueOfClient = z.object({
  id: z.int(),
  firstname: z.string().nullable(),
  lastname: z.string().nullable(),
  phone: z.string(),
  email: z.string().nullable(),
  role: z.enum(['none', 'specialist', 'manager', 'admin']),
  sessions: z.int().meta({ description: 'open now' }),
  seen_at: moment
    .nullable()
    .meta({ description: 'the last use of any of its sessions, to the minute or so' }),
});

const idOf = { id: z.int() };

export const orderOfClient = z.object({
  ...idOf,
  status: z.string(),
  cards: z.int(),
  author: z.string(),
  created_at: moment,
});

export const paymentOfClient = z.object({
  ...idOf,
  number: z.string(),
  date: z.string(),
  sum: rubles,
  payer: z.string(),
  purpose: z.string(),
});

export const documentOfClient = z.object({
  ...idOf,
  title: z.string(),
  month: z.string(),
  partner: z.string(),
  published_at: moment,
  received_at: moment.nullable(),
  objection: z.string().nullable(),
});

export const cardOfClient = z.object({
  ...idOf,
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
  ...idOf,
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

export const deedOfClient = z.object({
  ...idOf,
  at: moment,
  action: z.string(),
  actor: z.string().nullable().meta({ description: 'null: the programme itself' }),
  staff: z.boolean(),
  address: z.string().nullable(),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
  details: z.record(z.string(), z.unknown()),
});

export const staffNote = z.object({ ...idOf, text: z.string(), author: z.string(), created_at: moment });

const author = z.string().nullable();

export const clientFile = z.object({
  ...row,
  block: z.object({ reason: z.string(), since: moment, by: author }).nullable(),
  /** How many of its cards the block keeps, and how many of those their networks have not blocked yet. */
  held_cards: z.object({ held: z.int(), waiting: z.int() }),
  requisites: requisites.extend({
    history: z
      .array(z.object({ read_at: moment, by: z.string(), before: requisites, after: requisites }))
      .meta({ description: 'readings from the register, newest first, 20 at most' }),
  }),
  balances: z.object({
    in_transit: rubles,
    cards: rubles,
    partners: z.array(z.object({ id: z.int(), title: z.string(), sum: rubles })),
  }),
  credit: z.object({
    creditSum: rubles,
    creditDaysForPayment: z.int(),
    creditDaysWithoutPayment: z.int(),
    debt: z
      .object({
        sum: rubles,
        since: z.string(),
        pay_until: z.string().nullable(),
        work_until: z.string().nullable(),
        late: z.boolean(),
      })
      .nullable(),
    history: z
      .array(z.object({ at: moment, by: author, creditSum: rubles, days: z.int(), days_without: z.int() }))
      .meta({ description: 'what it was set to, newest first, 20 at most' }),
  }),
  colleagues: z.array(colleagueOfClient),
  orders: z.array(orderOfClient).meta({ description: 'of each list the newest; the rest by its own call' }),
  payments: z.array(paymentOfClient),
  documents: z.array(documentOfClient),
  notes: z.array(staffNote),
});

export const readClientFile = endpoint({
  name: 'readClientFile',
  method: 'GET',
  path: '/staff/api/clients/:id',
  summary: 'One client, wholly: requisites, money, credit, people, and the newest of everything else',
  caller: 'staff.read',
  params: idParams,
  data: clientFile,
  source: 'docs/calls.md 9',
});

const withReason = z.object({ reason: requiredText(REASON_MAX_LENGTH) });
const blockState = z.object({ id: z.int(), state: z.enum(CLIENT_STATES) });

export const blockClient = endpoint({
  name: 'blockClient',
  method: 'POST',
  path: '/staff/api/clients/:id/block',
  summary:
    'Stops a client’s money and cards; reads go on. Its colleagues see the reason. 409 where it is blocked',
  caller: 'staff.serveClients',
  idempotent: true,
  params: idParams,
  body: withReason,
  data: blockState,
  source: 'docs/calls.md 9',
});

export const unblockClient = endpoint({
  name: 'unblockClient',
  method: 'POST',
  path: '/staff/api/clients/:id/unblock',
  secondPerson: true,
  summary: 'Sets a client to work again, with the cards that the block had taken from work',
  caller: 'staff.serveClients',
  idempotent: true,
  params: idParams,
  body: withReason,
  data: blockState,
  source: 'docs/calls.md 9',
});

const cardState = z.object({ id: z.int(), held: z.boolean() });

export const blockCard = endpoint({
  name: 'blockCard',
  method: 'POST',
  path: '/staff/api/cards/:id/block',
  summary:
    'Keeps one card blocked, whatever its owner does; 400 one that is not set up, 409 one that is held',
  caller: 'staff.serveClients',
  idempotent: true,
  params: idParams,
  body: withReason,
  data: cardState,
  source: 'docs/calls.md 9',
});

export const unblockCard = endpoint({
  name: 'unblockCard',
  method: 'POST',
  path: '/staff/api/cards/:id/unblock',
  summary: 'Ends that; the card comes back if it had been at work. 409 where nobody holds it',
  caller: 'staff.serveClients',
  idempotent: true,
  params: idParams,
  body: withReason,
  data: cardState,
  source: 'docs/calls.md 9',
});

export const addStaffNote = endpoint({
  name: 'addStaffNote',
  method: 'POST',
  path: '/staff/api/clients/:id/notes',
  summary: 'A note about a client, which only staff read',
  caller: 'staff.change',
  idempotent: true,
  params: idParams,
  body: z.object({ text: requiredText(NOTE_MAX_LENGTH) }),
  data: staffNote,
  source: 'docs/calls.md 9',
});

export const rereadRequisites = endpoint({
  name: 'rereadRequisites',
  method: 'POST',
  path: '/staff/api/clients/:id/requisites',
  summary: 'Reads a client’s requisites from the register again; what was there before stays in its history',
  caller: 'staff.serveClients',
  params: idParams,
  data: z.object({ requisites, changed: z.boolean(), state: z.string() }),
  source: 'docs/calls.md 9',
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
  data: z.array(deedOfClient),
});

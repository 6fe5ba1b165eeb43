import { z } from 'zod';
import { colleagueOfClient, orderOfClient, paymentOfClient, documentOfClient } from './client-parts.ts';
import { endpoint } from '../endpoint.ts';
import {
  absentWhenEmpty,
  idParams,
  moment,
  optionalText,
  page,
  requiredText,
  rowsPerPage,
  sortBy,
  wholeNumber,
} from '../fields.ts';
import { moneyOrZero, rubles } from '../kopecks.ts';
import { pagination } from '../pagination.ts';

/** The programme's clients, for its staff: docs/calls.md 9. */

const CLIENT_STATES = ['active', 'blocked', 'joining'] as const;
export type ClientState = (typeof CLIENT_STATES)[number];
export const CLIENT_FILTERS = [...CLIENT_STATES, 'late'] as const;

const REASON_MAX_LENGTH = 500;
const NOTE_MAX_LENGTH = 2000;
const CLIENTS_PER_PAGE = 50;
/** Rows of each part of a client's page. */
export const PART_ROWS = 20;

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
  q: absentWhenEmpty(optionalText(200)),
  search: requiredText(500).optional(),
  state: absentWhenEmpty(z.enum(CLIENT_FILTERS, { error: 'Неизвестное состояние клиента' })),
  idle: absentWhenEmpty(wholeNumber(1, 3650, 'Дней без движения: от 1 до 3650')),
  unallocated_from: absentWhenEmpty(moneyOrZero),
  sort: absentWhenEmpty(sortBy(['title', 'since', 'unallocated', 'own', 'credit', 'debt', 'moved'])),
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

const staffNote = z.object({ id: z.int(), text: z.string(), author: z.string(), created_at: moment });

const author = z.string().nullable();

export const clientFile = z.object({
  ...row,
  block: z.object({ reason: z.string(), since: moment, by: author }).nullable(),
  /** How many of its cards the block affects, and how many of those their networks have not blocked yet. */
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
  secondPerson: true,
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

/** Refuses: 404 no client; 400 on `ogrn` a number that is none, or is of another kind of company; 409 there is one already. */
export const fillOgrn = endpoint({
  name: 'fillOgrn',
  method: 'POST',
  path: '/staff/api/clients/:id/ogrn',
  summary: 'Fills in the ОГРН (ОГРНИП) that a client lacks; its papers in XML that waited for it are made',
  caller: 'staff.serveClients',
  params: idParams,
  body: z.object({ ogrn: requiredText(15) }),
  data: z.object({
    ogrn: z.string(),
    made: z.int().meta({ description: 'papers in the State’s form that are there now' }),
  }),
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

import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { taskOwner, taskOwnerFilter } from '../backoffice/tasks.ts';
import { absentWhenEmpty, flag, id, moment, requiredText, sortBy, type Sort } from '../fields.ts';
import { UNKNOWN_KIND, UNSETTLED_KINDS } from './unsettled-kinds.ts';

/**
 * Open cases, mostly left by the networks, that the programme's staff have to resolve (docs/operations/open-cases.md).
 * Movements of money are in `corrections.ts`.
 */
/** Cases that can be retried: requests to the network or to our own books, documents and jobs. */
const ASKABLE_KINDS = [
  'block',
  'choice',
  'order',
  'debtor',
  'hold',
  'sale',
  'closing',
  'xml',
  'receipt',
  'job',
] as const;
export type AskableKind = (typeof ASKABLE_KINDS)[number];
/** Cases that staff may settle in place of the network. */
const SETTLEABLE_KINDS = ['block', 'choice', 'order'] as const;
export type SettleableKind = (typeof SETTLEABLE_KINDS)[number];
const CLOSEABLE_KINDS = ['sale', 'record'] as const;
/** Cases that are fixed outside the portal: here staff only acknowledge them. */
const ACKNOWLEDGEABLE_KINDS = [
  'card',
  'surplus',
  'letter',
  'objection',
  'answer',
  'resale',
  'stray',
] as const;
export type AcknowledgeableKind = (typeof ACKNOWLEDGEABLE_KINDS)[number];

const UNSETTLED_ACTIONS = ['ask', 'executed', 'not-executed', 'close', 'acknowledge', 'answer'] as const;
export type UnsettledAction = (typeof UNSETTLED_ACTIONS)[number];

/** The most that one answer holds. */
export const MAX_UNSETTLED = 200;

export const unsettled = z.object({
  kind: z.enum(UNSETTLED_KINDS),
  id: z.int().meta({
    description:
      'of the operation, the choice, the line of a request, the card, the kept record, the closing, the document, the job or the word of a network, by its kind',
  }),
  since: moment,
  partner: z
    .object({ id: z.int(), title: z.string() })
    .nullable()
    .meta({ description: 'null: no network has a part in it' }),
  company: z
    .object({ id: z.int(), inn: z.string(), title: z.string() })
    .nullable()
    .meta({ description: 'null: nobody knows whose it is' }),
  card_number: z.string().nullable(),
  asked: z.string().meta({ description: 'what the network was asked for, or has told' }),
  attempts: z.int().meta({ description: 'how often the network was asked, or the books were tried' }),
  last_word: z.object({ said: z.string(), heard_at: moment }).nullable(),
  problem: z.string().nullable().meta({ description: 'what is wrong, where it is no silence of a network' }),
  details: z
    .array(z.object({ label: z.string(), value: z.string() }))
    .meta({ description: 'what the network wrote, or what else is known of it' }),
  compared: z
    .array(z.object({ label: z.string(), ours: z.string(), theirs: z.string() }))
    .optional()
    .meta({ description: 'what we have and what the network says, side by side, where the two differ' }),
  deeds: z.array(z.enum(UNSETTLED_ACTIONS)),
  owner: taskOwner,
});

/** The moment since when a case waits. */
const UNSETTLED_SORTS = ['date'] as const;
export type UnsettledSort = Sort<(typeof UNSETTLED_SORTS)[number]>;

const count = z.int().nonnegative();

export const listUnsettled = endpoint({
  name: 'listUnsettled',
  method: 'GET',
  path: '/staff/api/unsettled',
  summary: 'What was left open and a person has to look into, newest first unless sorted, 200 at most',
  caller: 'staff.read',
  query: z.object({
    kind: absentWhenEmpty(z.enum(UNSETTLED_KINDS, UNKNOWN_KIND)),
    owner: taskOwnerFilter,
    sort: sortBy(UNSETTLED_SORTS).optional(),
  }),
  data: z.array(unsettled),
  meta: z.object({
    total: count.meta({ description: 'how many match the filters' }),
    totals: z.record(z.enum(UNSETTLED_KINDS), count).meta({ description: 'how many there are in all' }),
  }),
  source: 'docs/operations.md',
});

/**
 * Tries again now what would be tried later anyway. Refuses: 404 no such thing; 409 it has ended, or there is nothing
 * to ask for.
 */
export const askAgain = endpoint({
  name: 'askAgain',
  method: 'POST',
  path: '/staff/api/unsettled/:kind/:id/ask-again',
  summary: 'Asks the network, or tries the books, now instead of at the next turn',
  caller: 'staff.change',
  params: z.object({ kind: z.enum(ASKABLE_KINDS, UNKNOWN_KIND), id }),
  data: z.object({ kind: z.enum(ASKABLE_KINDS), id: z.int() }),
  source: 'docs/operations.md',
});

/**
 * Staff decide the outcome of a card's change or of an order of cards when its network does not report it. The network
 * is asked once more first. Refuses: 400 `executed` for an order, because cards come from the network only; 404 no such
 * thing; 409 it has ended, its network has answered meanwhile, it is less than ten minutes old, or a command may be
 * under way.
 */
export const settleChange = endpoint({
  name: 'settleChange',
  method: 'POST',
  path: '/staff/api/unsettled/:kind/:id/settle',
  summary: 'Says whether the network has carried out a change of a card or an order of cards',
  caller: 'staff.serveClients',
  idempotent: true,
  params: z.object({ kind: z.enum(SETTLEABLE_KINDS, UNKNOWN_KIND), id }),
  body: z.object({ executed: flag, reason: requiredText(500) }),
  data: z.object({ kind: z.enum(SETTLEABLE_KINDS), id: z.int(), executed: z.boolean() }),
  source: 'docs/operations.md',
});

/**
 * Closes a record without booking it. No money moves. Refuses: 404 no such record; 409 it is booked, or already closed
 * by another user.
 */
export const closeOrphan = endpoint({
  name: 'closeOrphan',
  method: 'POST',
  path: '/staff/api/unsettled/:kind/:id/close',
  summary: 'Puts away a sale or a record that was settled with its network by hand',
  caller: 'staff.handleMoney',
  needsFreshCode: true,
  secondPerson: true,
  idempotent: true,
  params: z.object({ kind: z.enum(CLOSEABLE_KINDS, UNKNOWN_KIND), id }),
  body: z.object({ reason: requiredText(500) }),
  data: z.object({ kind: z.enum(CLOSEABLE_KINDS), id: z.int() }),
  source: 'docs/operations.md',
});

/** Moves no money. Refuses: 404 no such thing; 409 it is fixed, or already acknowledged. */
export const acknowledge = endpoint({
  name: 'acknowledge',
  method: 'POST',
  path: '/staff/api/unsettled/:kind/:id/acknowledge',
  summary: 'Says that a person has read what is put right outside of the portal, and what he did about it',
  caller: 'staff.change',
  idempotent: true,
  params: z.object({ kind: z.enum(ACKNOWLEDGEABLE_KINDS, UNKNOWN_KIND), id }),
  body: z.object({ reason: requiredText(500) }),
  data: z.object({ kind: z.enum(ACKNOWLEDGEABLE_KINDS), id: z.int() }),
  source: 'docs/operations.md',
});

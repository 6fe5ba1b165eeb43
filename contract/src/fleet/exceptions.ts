import { z } from 'zod';
import { type EndpointData, endpoint } from '../endpoint.ts';
import { EXCEPTION_TURNS } from './exception-duty.ts';
import {
  absentWhenEmpty,
  id,
  idParams,
  momentInput,
  moment,
  page,
  requiredText,
  rowsPerPage,
} from '../fields.ts';
import { positiveLitres, positiveMoney, rubles } from '../kopecks.ts';
import { pagination } from '../pagination.ts';

/** Exceptions from the rules of a card, for one purchase and for a while: docs/calls.md 40. */

/**
 * States of an exception. The last three are final. `proposed` is one that the portal proposes after a refusal and that
 * was not requested yet.
 */
export const EXCEPTION_STATE = {
  proposed: { title: 'Предложено' },
  asked: { title: 'Ждёт ответа' },
  approved: { title: 'Разрешено' },
  declined: { title: 'Отказано' },
  used: { title: 'Использовано' },
  lapsed: { title: 'Срок вышел' },
} as const;
/** Title of a lapsed proposal whose place a newer request of the same card has taken. */
export const EXCEPTION_REPLACED = 'Заменено новой просьбой';
export type ExceptionState = keyof typeof EXCEPTION_STATE;
export const EXCEPTION_STATES = Object.keys(EXCEPTION_STATE) as [ExceptionState, ...ExceptionState[]];

/** The person asked has this long to answer. After that anyone may answer. */
export const EXCEPTION_DUE_MINUTES = 15;
/** How long an exception lasts when no end is given. */
export const EXCEPTION_LASTS_MINUTES = 60;
/** Maximum duration of an exception. */
export const MAX_EXCEPTION_MINUTES = 72 * 60;
const EXCEPTIONS_PER_PAGE = 50;

const exception = z.object({
  id: z.int(),
  card_id: z.int(),
  card_number: z.string(),
  decline_id: z.int().nullable(),
  state: z.enum(EXCEPTION_STATES),
  title: z.string(),
  reason: z.string(),
  rules: z.array(z.string()).meta({ description: 'kinds of rules that it raises' }),
  asks: z.string().meta({ description: 'why they refuse, in sentences' }),
  raises: z.string().meta({ description: 'what it would change, and by how little, as a sentence' }),
  litres: z.number(),
  sum: rubles.nullable(),
  plate: z.string().nullable().meta({ description: 'of the truck that the card is on' }),
  driver: z.string().nullable().meta({ description: 'who has the card' }),
  station: z
    .string()
    .nullable()
    .meta({ description: 'where it was refused; null: it was not asked after a refusal' }),
  goods: z.string().nullable(),
  price: rubles.nullable().meta({ description: 'of a litre at the card’s last purchase of this fuel' }),
  cost: rubles.nullable().meta({ description: 'the sum, or else litres at that price' }),
  asked_at: moment,
  asked_by: z.string().nullable().meta({ description: 'null: the portal proposes it' }),
  owner: z.string().nullable().meta({ description: 'who has answered; null: nobody yet' }),
  due_at: moment,
  turn: z.enum(EXCEPTION_TURNS).meta({ description: 'whose turn it is to answer' }),
  awaited: z.string().nullable().meta({ description: 'the person whose turn it is; null: several' }),
  escalated: z.boolean().meta({ description: 'nobody has answered in time' }),
  until: moment.nullable(),
  verdict_reason: z.string().nullable(),
});

const tally = z.array(
  z.object({
    name: z.string(),
    asked: z.int(),
    approved: z.int(),
    declined: z.int(),
    expired: z.int().meta({ description: 'nobody has answered' }),
    median_minutes: z.number().nullable().meta({ description: 'half of the answers came sooner' }),
  }),
);

export const listExceptions = endpoint({
  name: 'listExceptions',
  method: 'GET',
  path: '/api/exceptions',
  summary: 'Exceptions that were asked for, newest first, with counts by reason and driver',
  caller: 'read',
  query: z.object({
    state: absentWhenEmpty(z.enum(EXCEPTION_STATES, { error: 'Такого состояния нет' })),
    vehicleId: absentWhenEmpty(id).meta({ description: 'of the cards that are on this truck now' }),
    page,
    perPage: rowsPerPage(EXCEPTIONS_PER_PAGE),
  }),
  data: z.array(exception),
  meta: z.object({ pagination, by_reason: tally, by_driver: tally }),
  source: 'docs/calls.md 40',
});

/** Refuses: 404 another company’s card or refusal, 400 what no rule refuses, 409 one that waits already. */
export const askException = endpoint({
  name: 'askException',
  method: 'POST',
  path: '/api/exceptions',
  summary: 'Asks to let a purchase pass that rules refuse: by a refusal, or by card, goods and litres',
  caller: 'read',
  body: z.object({
    decline_id: absentWhenEmpty(id),
    card_id: absentWhenEmpty(id),
    goods_id: absentWhenEmpty(id),
    litres: absentWhenEmpty(positiveLitres),
    reason: requiredText(300),
  }),
  data: exception,
  source: 'docs/calls.md 40',
});

/** Refuses: 404, 409 what is answered already, 400 an end that is past or too far. */
export const approveException = endpoint({
  name: 'approveException',
  method: 'POST',
  path: '/api/exceptions/:id/approve',
  summary: 'Raises the rules by what was asked for, until then or until the purchase',
  caller: 'changeCard',
  needsTerms: true,
  params: idParams,
  body: z.object({ until: absentWhenEmpty(momentInput), sum: absentWhenEmpty(positiveMoney) }),
  data: exception,
  source: 'docs/calls.md 40',
});

export const declineException = endpoint({
  name: 'declineException',
  method: 'POST',
  path: '/api/exceptions/:id/decline',
  summary: 'Does not let it pass, and says why',
  caller: 'changeCard',
  needsTerms: true,
  params: idParams,
  body: z.object({ reason: requiredText(300) }),
  data: exception,
  source: 'docs/calls.md 40',
});

export type Exception = EndpointData<typeof listExceptions>[number];

import { z } from 'zod';
import { CARD_STATUS, LIMIT_PERIODS, LIMIT_UNITS, type LimitPeriod } from '#contract/ids.ts';
import { kopecks } from '#contract/kopecks.ts';
import { storableText } from '../../lib/storable-text.ts';
import { isSaleMoment, NO_SALE_MOMENT } from './wire-values.ts';

/**
 * The neutral JSON protocol between the adapter and the simulated networks. Under each network's base address, with the
 * header `X-Api-Key`: `POST /commands`, `GET /commands/{requestId}`, `GET /events?after=&limit=`, `GET /cards`. `GET
 * /cards?after=&limit=` lists a page, where `next` continues (null: the end); `GET /cards?numbers=a,b` lists these
 * alone. A network that knows neither lists all of its cards, without `next`. Moments are in ISO 8601, money in whole
 * kopecks, volume in centilitres. A network that takes many commands in one call reports how many in the header
 * `X-Commands-At-Once` of its answers, and has `POST /commands/batch`. Each command takes effect and is answered by
 * itself; one that is left out has no answer.
 */
export const API_KEY_HEADER = 'x-api-key';
export const BATCH_LIMIT_HEADER = 'x-commands-at-once';
export const EVENTS_MAX_LIMIT = 500;
/** Periods of the neutral protocol. A network may answer 400 to any other one, as to everything unknown to it. */
export const NEUTRAL_LIMIT_PERIODS = ['P1D', 'P1M'] as const satisfies readonly LimitPeriod[];

const money = z.int().nonnegative().transform(kopecks);
const cardNumber = z.string().regex(/^\d{10,20}$/);
const requestId = z.uuid();

const limitShape = z.object({
  count: z.int().nonnegative(),
  unit: z.enum(LIMIT_UNITS),
  period: z.enum(LIMIT_PERIODS),
  goodsGroups: z.array(z.int()).max(20),
});

export const commandShape = z.discriminatedUnion('kind', [
  z.object({
    requestId,
    kind: z.literal(['move-to-card', 'move-from-card']),
    cardNumber,
    sumKopecks: z.int().positive().transform(kopecks),
  }),
  z.object({ requestId, kind: z.literal(['block', 'unblock']), cardNumber }),
  z.object({
    requestId,
    kind: z.literal('issue'),
    count: z.int().min(1).max(999),
    reference: z.string().max(100),
    isVirtual: z.boolean().optional(),
  }),
  z.object({ requestId, kind: z.literal('set-limit'), cardNumber, limit: limitShape.nullable() }),
  z.object({ requestId, kind: z.literal('set-goods'), cardNumber, goodsIds: z.array(z.int()).max(100) }),
]);

const cards = z.array(z.object({ number: cardNumber, isVirtual: z.boolean() }));
const done = z.object({ state: z.literal('done'), cards: cards.optional() });
const reason = z
  .string()
  .min(1)
  .transform((input) => storableText(input) || 'Сеть отказала без объяснения');
const refused = z.object({ state: z.literal('refused'), reason });

export const answerShape = z.discriminatedUnion('state', [
  done,
  refused,
  z.object({ state: z.literal('accepted') }),
]);
export const askedShape = z.union([answerShape, z.object({ state: z.literal('unknown') })]);

/**
 * Matches the status of a call with this command alone: it can't be read (400), or its id is another command's (409).
 */
const unreadable = z.object({ state: z.literal('unreadable'), error: z.string() });
const ofBatch = { requestId };
export const batchAnswerShape = z.union([
  done.extend(ofBatch),
  refused.extend(ofBatch),
  z.object({ ...ofBatch, state: z.literal('accepted') }),
  unreadable.extend(ofBatch),
]);
/** Each answer is read separately, so that an unreadable one hides no other. */
export const batchAnswersShape = z.object({ answers: z.array(z.unknown()) });

const sequence = z.int().positive();
const answerEvent = { sequence, kind: z.literal('answer'), requestId };
const saleEvent = z.object({
  sequence,
  kind: z.literal(['sale', 'refund']),
  externalId: z.string().min(1).max(100),
  refundOf: z.string().min(1).max(100).optional(),
  cardNumber,
  goodsId: z.int(),
  goodsTitle: z.string(),
  centilitres: z.int().positive(),
  unitPriceKopecks: money,
  sumKopecks: money,
  address: z.string(),
  soldAt: z.iso
    .datetime({ offset: true })
    .transform((text) => new Date(text))
    .refine(isSaleMoment, NO_SALE_MOMENT),
});

export const eventShape = z.union([done.extend(answerEvent), refused.extend(answerEvent), saleEvent]);
/** Each event is read separately, so that an unreadable one hides no other. */
export const eventsShape = z.object({
  events: z.array(z.unknown()),
  next: z.int().nonnegative(),
});

export const cardStateShape = z.object({
  cardNumber,
  isVirtual: z.boolean(),
  status: z.literal(Object.values(CARD_STATUS)),
  balanceKopecks: z.int().transform(kopecks),
  goodsIds: z.array(z.int()),
  limit: limitShape.nullable(),
});
/** Each card is read separately, too. */
export const cardStatesShape = z.object({
  cards: z.array(z.unknown()),
  next: z.string().min(1).max(100).nullish(),
});
export const CARDS_ON_PAGE = 500;
/** Their numbers stand in the address. */
export const CARDS_NAMED = 100;

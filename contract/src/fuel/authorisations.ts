import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import {
  absentWhenEmpty,
  defaultWhenEmpty,
  moment,
  momentInput,
  numberAsText,
  optionalText,
  requiredText,
  wholeNumber,
} from '../fields.ts';
import { largeMoneyOrZero, litresOrZero, positiveLitres, positiveMoney, rubles } from '../kopecks.ts';

/** Calls of a fuel network that asks the portal before it sells: docs/calls.md 48. */

/** The header with the key by which a network calls the portal. */
export const NETWORK_KEY_HEADER = 'X-Network-Key';

/** Beginning of the text of the portal’s QR; the code follows. */
export const QR_PREFIX = 'magistral:pump:';

/** The longest that money stays on hold. */
export const HOLD_MINUTES = 15;

const NETWORK_KEY = {
  [NETWORK_KEY_HEADER]: 'the key of the network, `NETWORK_1_INBOUND_KEY`; 401 without it',
};

const requestId = numberAsText(requiredText(100)).meta({
  description: 'the network’s own id of this filling; its sale in the feed has the same `externalId`',
});

/** How a filling ended for the portal; `waiting`: it is booked later, by itself. */
export const AUTHORISATION_STATES = ['approved', 'declined', 'settled', 'released', 'expired'] as const;
export type AuthorisationState = (typeof AUTHORISATION_STATES)[number];

/**
 * Money goes on hold until `hold_until`. The same `request_id` gets the same answer; 409 with another question.
 */
export const authoriseFuel = endpoint({
  name: 'authoriseFuel',
  method: 'POST',
  path: '/api/network/v1/authorise',
  summary:
    'A network asks before it sells; the answer names the most that may be sold, and the money goes on hold',
  caller: 'public',
  headers: NETWORK_KEY,
  body: z.object({
    card_number: absentWhenEmpty(numberAsText(optionalText(32))),
    code: absentWhenEmpty(numberAsText(optionalText(20))).meta({
      description: 'of the portal, instead of the card',
    }),
    qr: absentWhenEmpty(optionalText(100)).meta({
      description: 'the text of the portal’s QR, instead of the card',
    }),
    station: requiredText(300).meta({ description: 'the address, as in the network’s sales' }),
    pump: absentWhenEmpty(numberAsText(optionalText(20))),
    goods: wholeNumber(1, 1000, 'Укажите вид топлива'),
    litres: absentWhenEmpty(positiveLitres),
    sum: absentWhenEmpty(positiveMoney),
    request_id: requestId,
    at: absentWhenEmpty(momentInput).meta({
      description: 'the station’s clock; the portal decides by its own',
    }),
  }),
  data: z.object({
    approved: z.boolean(),
    most_litres: z.number(),
    most_sum: rubles,
    hold_until: moment,
    reason: z.string().optional().meta({ description: 'why nothing, or less than was asked for' }),
  }),
  source: 'docs/calls.md 48',
});

/**
 * Books what was filled and frees the rest. Zero litres free everything. Before its authorisation, or after an hour, it is
 * booked as well; without one it needs the card, the station and the goods, or waits for the network’s list of sales. 409 when
 * it was settled with other figures.
 */
export const settleFuel = endpoint({
  name: 'settleFuel',
  method: 'POST',
  path: '/api/network/v1/settle',
  summary: 'What was filled: it is booked as a sale, and the rest of the hold is freed',
  caller: 'public',
  headers: NETWORK_KEY,
  body: z.object({
    request_id: requestId,
    litres: litresOrZero,
    sum: largeMoneyOrZero,
    at: absentWhenEmpty(momentInput),
    card_number: absentWhenEmpty(numberAsText(optionalText(32))),
    station: absentWhenEmpty(optionalText(300)),
    goods: absentWhenEmpty(wholeNumber(1, 1000, 'Укажите вид топлива')),
  }),
  data: z.object({
    state: z.enum([...AUTHORISATION_STATES, 'waiting']),
    litres: z.number(),
    sum: rubles,
  }),
  source: 'docs/calls.md 48',
});

/** 404 for an unknown id, 409 for a filling that was settled. */
export const releaseFuel = endpoint({
  name: 'releaseFuel',
  method: 'POST',
  path: '/api/network/v1/release',
  summary: 'Nothing was filled: the hold is freed at once',
  caller: 'public',
  headers: NETWORK_KEY,
  body: z.object({ request_id: requestId }),
  data: z.object({ state: z.enum(AUTHORISATION_STATES) }),
  source: 'docs/calls.md 48',
});

/** It changes what people see, not what is booked. 404 for an unknown id. */
export const reportFilling = endpoint({
  name: 'reportFilling',
  method: 'POST',
  path: '/api/network/v1/progress',
  summary: 'How much has run so far: dispatcher and driver see it',
  caller: 'public',
  headers: NETWORK_KEY,
  body: z.object({ request_id: requestId, litres: litresOrZero }),
  data: z.object({ state: z.enum(AUTHORISATION_STATES) }),
  source: 'docs/calls.md 48',
});

/** The operator’s rule for a network that gets no answer in time. Zero litres: it sells nothing without an answer. */
export const readStandIn = endpoint({
  name: 'readStandIn',
  method: 'GET',
  path: '/api/network/v1/stand-in',
  summary: 'How many litres a card may get when the portal does not answer, and which cards; by pages',
  caller: 'public',
  headers: NETWORK_KEY,
  query: z.object({ after: defaultWhenEmpty(numberAsText(optionalText(32)), '') }),
  data: z.object({
    litres: z.number(),
    cards: z.array(z.string()).meta({ description: 'active cards of companies without debt, 1000 at most' }),
    next: z.string().nullable().meta({ description: '`after` of the next page; null: the end' }),
  }),
  source: 'docs/calls.md 48',
});

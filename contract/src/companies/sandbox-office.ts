import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { idParams, month, wholeNumber } from '../fields.ts';
import { rubles } from '../kopecks.ts';
import { rule, ruleList } from '../fleet/rule-values.ts';
import { cardAnswer } from '../fleet/rules.ts';
import { BY_TEST_KEY, sandboxCard } from './sandbox.ts';

/**
 * Calls that sandbox keys make beside fuelling and paying: orders of cards, documents of a month, rules. docs/calls.md
 * 42.
 */

/** Beyond this many cards a sandbox has enough of them. */
export const MAX_SANDBOX_CARDS = 20;

/** Refuses: 409 more cards than a sandbox has. */
export const orderTestCards = endpoint({
  ...BY_TEST_KEY,
  name: 'orderTestCards',
  method: 'POST',
  path: '/api/v1/sandbox/orders',
  summary: 'Sandbox: cards are ordered, approved and issued',
  body: z.object({
    count: wholeNumber(1, MAX_SANDBOX_CARDS, `От 1 до ${MAX_SANDBOX_CARDS} карт`),
  }),
  data: z.object({
    id: z.int(),
    status_id: z.int(),
    cards: z.array(sandboxCard).meta({ description: 'those that were issued, empty as real ones are' }),
  }),
});

/** Refuses: 400 on `month`, one that is not over by the sandbox’s clock or has no purchases; 409 it is closed. */
export const closeTestMonth = endpoint({
  ...BY_TEST_KEY,
  name: 'closeTestMonth',
  method: 'POST',
  path: '/api/v1/sandbox/months',
  summary: 'Sandbox: a month is closed and its documents are published',
  body: z.object({ month }),
  data: z.object({
    month: z.string(),
    documents: z.array(z.object({ id: z.int(), title: z.string(), sum: rubles.nullable() })),
  }),
});

const testRules = z.object({
  rules: z.array(rule),
  sentence: z.string().meta({ description: 'what holds, in one sentence' }),
  breaches: cardAnswer.shape.breaches,
});

/** Uses the sandbox's own time. Refuses: 400 as `setCardRules`; 404 no such card of the sandbox. */
export const setTestRules = endpoint({
  ...BY_TEST_KEY,
  name: 'setTestRules',
  method: 'PUT',
  path: '/api/v1/sandbox/cards/:id/rules',
  summary: 'Sandbox: sets the rules of a card',
  params: idParams,
  body: z.object({ rules: ruleList }),
  data: testRules,
});

/** Refuses: 404 no such card of the sandbox. */
export const readTestRules = endpoint({
  ...BY_TEST_KEY,
  name: 'readTestRules',
  method: 'GET',
  path: '/api/v1/sandbox/cards/:id/rules',
  summary: 'Sandbox: the rules of a card, and the purchases that have broken them',
  params: idParams,
  data: testRules,
});

import { z } from 'zod';
import { card } from '../cards/cards.ts';
import { endpoint } from '../endpoint.ts';
import { absentWhenEmpty, id, idParams, moment, optionalText } from '../fields.ts';
import { ruleList } from '../fleet/rule-values.ts';
import { rubles } from '../kopecks.ts';

/** Virtual cards at once, and the replacement of a lost card by one (decision 182, docs/calls.md 50). */

/** Most virtual cards that a company makes within 24 hours. */
export const MAX_VIRTUAL_CARDS_DAY = 100;

/**
 * The card is null where its network has not answered yet: it appears among the cards by itself. Refuses: 400 on
 * `partner_id` a network that issues none, on `vehicle_id`, `driver_id`, `rules` what there is not; 409 before the first
 * order was approved, and above 100 in 24 hours.
 */
export const createVirtualCard = endpoint({
  name: 'createVirtualCard',
  method: 'POST',
  path: '/api/cards/virtual',
  summary: 'A virtual card at once, set up by its rules, on a truck and for a driver',
  caller: 'orderCards',
  needsTerms: true,
  stopsWhenBlocked: true,
  body: z.object({
    partner_id: id,
    comment: absentWhenEmpty(optionalText(255)),
    vehicle_id: absentWhenEmpty(id),
    driver_id: absentWhenEmpty(id),
    rules: ruleList
      .optional()
      .meta({ description: 'of the card itself; absent: those of group and company' }),
  }),
  data: z.object({ order_id: z.int(), card: card.nullable() }),
  idempotent: true,
  source: 'docs/calls.md 50',
});

const REPLACEMENT_STATES = ['blocking', 'issuing', 'moving', 'done', 'failed'] as const;
export type ReplacementState = (typeof REPLACEMENT_STATES)[number];

const shortCard = z.object({ id: z.int(), card_number: z.string() });

const replacement = z.object({
  state: z.enum(REPLACEMENT_STATES),
  old_card: shortCard,
  new_card: shortCard.nullable(),
  moved_sum: rubles.nullable().meta({ description: 'the money of the old card; null until it is known' }),
  problem: z.string().nullable().meta({ description: 'what a person has to do' }),
  asked_at: moment,
  asked_by: z.string(),
  blocked_at: moment.nullable().meta({ description: 'when the network confirmed the block' }),
  ended_at: moment.nullable(),
});

/**
 * Blocks the card, issues a virtual one of the same network, and moves rules, truck, drivers and money to it. Refuses: 400 a
 * card that is not set up, or of a network that issues no virtual cards or blocks none; 404; 409 a replaced card.
 */
export const replaceCard = endpoint({
  name: 'replaceCard',
  method: 'POST',
  path: '/api/card/:id/replace',
  summary: 'Replaces a lost card by a virtual one, with its rules, truck, drivers and money',
  caller: 'orderCards',
  needsTerms: true,
  stopsWhenBlocked: true,
  params: idParams,
  body: z.object({}),
  data: replacement,
  idempotent: true,
  source: 'docs/calls.md 50',
});

export const readReplacement = endpoint({
  name: 'readReplacement',
  method: 'GET',
  path: '/api/card/:id/replacement',
  summary: 'The replacement of a card, or by it; null where there is none',
  caller: 'read',
  params: idParams,
  data: replacement.nullable(),
  source: 'docs/calls.md 50',
});

/** 404 another company’s card; 409 while its network has not confirmed a block. */
export const downloadBlockProof = endpoint({
  name: 'downloadBlockProof',
  method: 'GET',
  path: '/api/card/:id/block-proof',
  summary:
    'Proof of the second of a card’s last block: who, when, the network’s confirmation, purchases since; PDF',
  caller: 'read',
  params: idParams,
  kind: 'file',
  source: 'docs/calls.md 50',
});

import { z } from 'zod';
import { limitFields } from './cards.ts';
import { endpoint } from '../endpoint.ts';
import { flag, id, listSchema } from '../fields.ts';
import { BULK_CARDS_MAX } from '../limits.ts';

/** Actions on many cards. Spec sections 4 and 5 hold for each card. */

const ids = listSchema(id, BULK_CARDS_MAX, `Не больше ${BULK_CARDS_MAX} карт за раз`).refine(
  (chosen) => chosen.length > 0,
  'Выберите карты',
);

const results = z.object({
  results: z
    .array(
      z.object({
        id: z.int(),
        ok: z.boolean(),
        waiting: z.boolean().meta({ description: 'taken; the network has not confirmed it yet' }),
        message: z.string().optional().meta({ description: 'why the card stays as it was' }),
      }),
    )
    .meta({ description: 'each card once, in the order of the request' }),
});

/**
 * Blocks or unblocks many cards. Each is changed or refused on its own. The result of a card gives the reason when the
 * card is in that state already, not set up, not found, or in a network under maintenance. The whole call is refused
 * with no cards, with more than 500, or with 403.
 */
export const changeManyStatuses = endpoint({
  name: 'changeManyStatuses',
  method: 'POST',
  path: '/api/card/bulk/status',
  summary: 'Blocks or unblocks many cards; each answers for itself',
  caller: 'changeCard',
  needsTerms: true,
  body: z.object({ ids, blocked: flag }),
  data: results,
  source: 'docs/spec-lines.md 4, docs/specification.md 3',
});

/** Sets one limit on many cards. Only partner 2 has limits. Results of cards of other networks report that. */
export const setManyLimits = endpoint({
  name: 'setManyLimits',
  method: 'POST',
  path: '/api/card/bulk/limit',
  summary: 'Sets one spending limit on many cards; each answers for itself',
  caller: 'changeCard',
  needsTerms: true,
  body: z.object({ ids, ...limitFields }),
  data: results,
  source: 'docs/spec-lines.md 5, docs/specification.md 3',
});

/** Sets the same goods on many cards. The first choice makes a card active. */
export const setManyGoods = endpoint({
  name: 'setManyGoods',
  method: 'POST',
  path: '/api/card/bulk/goods',
  summary: 'Sets the goods that many cards may pay for; each answers for itself',
  caller: 'changeCard',
  needsTerms: true,
  body: z.object({ ids, cg_ids: listSchema(id, 100) }),
  data: results,
  source: 'docs/spec-lines.md 5, docs/specification.md 3',
});

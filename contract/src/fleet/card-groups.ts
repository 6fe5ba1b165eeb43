import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, idParams, listSchema, optionalText, titleText } from '../fields.ts';
import { BULK_CARDS_MAX } from '../limits.ts';

/**
 * Groups of cards and trucks, such as departments (decision 185). A card is in one group at most: in the one that it
 * was put into, else in that of its truck. docs/calls.md 27.
 */

export const COST_CENTRE_MAX_LENGTH = 40;

const body = z.object({
  title: titleText(60),
  cost_centre: optionalText(COST_CENTRE_MAX_LENGTH)
    .optional()
    .meta({ description: 'the code for accountants, written onto each purchase; left out: it stays' }),
});

const cardGroup = z.object({
  id: z.int(),
  title: z.string(),
  cost_centre: z.string(),
  cards: z.int(),
  vehicles: z.int(),
});

export const listCardGroups = endpoint({
  name: 'listCardGroups',
  method: 'GET',
  path: '/api/card-groups',
  summary: 'Groups by title, with how many cards and trucks are in each',
  caller: 'read',
  data: z.array(cardGroup),
  source: 'docs/calls.md 27',
});

/** Refuses: 409 a title that is taken or a group too many. */
export const createCardGroup = endpoint({
  name: 'createCardGroup',
  method: 'POST',
  path: '/api/card-groups',
  summary: 'Adds a group',
  caller: 'changeCard',
  body,
  data: z.object({ id: z.int() }),
  source: 'docs/calls.md 27',
});

/** Refuses: 404, 409 a title that is taken. */
export const updateCardGroup = endpoint({
  name: 'updateCardGroup',
  method: 'PUT',
  path: '/api/card-groups/:id',
  summary: 'Changes a group’s title and cost centre',
  caller: 'changeCard',
  params: idParams,
  body,
  data: z.object({ id: z.int() }),
  source: 'docs/calls.md 27',
});

/** Refuses: 404. */
export const removeCardGroup = endpoint({
  name: 'removeCardGroup',
  method: 'DELETE',
  path: '/api/card-groups/:id',
  summary: 'Removes a group; its cards and trucks stay, in none',
  caller: 'changeCard',
  params: idParams,
  data: z.object({ id: z.int() }),
  source: 'docs/calls.md 27',
});

/** Changes all of them or none. Refuses: 404 another company’s card or group. */
export const putCardsIntoGroup = endpoint({
  name: 'putCardsIntoGroup',
  method: 'POST',
  path: '/api/card-groups/cards',
  summary: 'Puts cards into a group, out of the one that each was put into before',
  caller: 'changeCard',
  body: z.object({
    ids: listSchema(id, BULK_CARDS_MAX, `Не больше ${BULK_CARDS_MAX} карт за раз`).refine(
      (chosen) => chosen.length > 0,
      'Выберите карты',
    ),
    group_id: id.nullable().meta({ description: 'null: out of it; a card goes by its truck again' }),
  }),
  data: z.object({ changed: z.int().meta({ description: 'how many were not in it yet' }) }),
  source: 'docs/calls.md 27',
});

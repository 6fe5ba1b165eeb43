import { z } from 'zod';
import { card } from '../cards/cards.ts';
import { endpoint } from '../endpoint.ts';
import { absentWhenEmpty, id, idParams, listSchema, moment } from '../fields.ts';
import { driverPhoneField } from '../values/phone.ts';

/** The driver's page: a link for one card, bound to his phone by a code. docs/calls.md 33. */

export const DRIVER_LINK_CODES_OF_DAY = 5;
export const DRIVER_LINK_CODE_MINUTES = 10;
export const DRIVER_LINK_CODE_TRIES = 5;
/** Pause between two codes. */
export const DRIVER_LINK_CODE_PAUSE_SECONDS = 60;

export const driverLink = z.object({
  id: z.int(),
  driver: z.object({ id: z.int(), surname: z.string(), name: z.string() }),
  phone: z.string().meta({ description: 'its last digits', example: '•• 67' }),
  made_at: moment,
  bound_at: moment.nullable().meta({ description: 'when his phone entered the code; null: not yet' }),
  seen_at: moment.nullable().meta({ description: 'when the page was last opened, to a minute' }),
});

export const listDriverLinks = endpoint({
  name: 'listDriverLinks',
  method: 'GET',
  path: '/api/card/:id/driver-links',
  summary: 'Links by which drivers see this card on their phones; the links themselves are nowhere',
  caller: 'read',
  params: idParams,
  data: z.array(driverLink),
  source: 'docs/calls.md 33',
});

/**
 * Makes a link for a driver of this card and sends it to his phone; one that he had for this card before works no more. Refuses on
 * `driver_id`: he has no phone, or is not on this card; 404 another company's card.
 */
export const createDriverLink = endpoint({
  name: 'createDriverLink',
  method: 'POST',
  path: '/api/card/:id/driver-links',
  summary: 'Sends a driver the link to his card’s page; this answer alone has it',
  caller: 'changeCard',
  needsFreshCode: true,
  params: idParams,
  body: z.object({ driver_id: id }),
  data: z.object({
    id: z.int(),
    url: z.string(),
    sent: z.boolean().meta({ description: 'false: the message did not go out; the link works all the same' }),
  }),
  source: 'docs/calls.md 33',
});

/** Most drivers of a card that it is moved to in one call. */
const MAX_MOVED_TO = 20;

/**
 * Moves a card to drivers: they alone are on it, and those who leave it lose their links and open codes. `link_to` get a new
 * link by SMS. Refuses: 404 another company's card, 400 a driver whom the company does not have, 400 on `link_to` one who is
 * not among `driver_ids` or has no phone.
 */
export const setCardDrivers = endpoint({
  name: 'setCardDrivers',
  method: 'PUT',
  path: '/api/card/:id/drivers',
  summary: 'Moves a card to these drivers, and sends them its link',
  caller: 'changeCard',
  needsTerms: true,
  needsFreshCode: true,
  params: idParams,
  body: z.object({
    driver_ids: listSchema(id, MAX_MOVED_TO).meta({ description: 'all drivers of the card from now on' }),
    link_to: listSchema(id, MAX_MOVED_TO).meta({ description: 'drivers who get a new link' }),
  }),
  data: z.object({
    card,
    links: z.array(z.object({ driver_id: z.int(), url: z.string(), sent: z.boolean() })),
    before: z
      .object({ driver_ids: z.array(z.int()), link_to: z.array(z.int()) })
      .meta({ description: 'the body that takes the move back' }),
  }),
  source: 'docs/calls.md 33',
});

/** Works at once. 404 another company's link, or one that is revoked already. */
export const revokeDriverLink = endpoint({
  name: 'revokeDriverLink',
  method: 'DELETE',
  path: '/api/driver-links/:id',
  summary: 'Closes a driver’s page at once',
  caller: 'changeCard',
  params: idParams,
  data: z.object({}),
  source: 'docs/calls.md 33',
});

const dispatcherPhone = z.object({
  phone: z
    .string()
    .nullable()
    .meta({ description: 'digits with the code of the country', example: '79001234567' }),
});

export const readDispatcherPhone = endpoint({
  name: 'readDispatcherPhone',
  method: 'GET',
  path: '/api/dispatcher-phone',
  summary: 'The number that drivers ring from their pages; null: the company gave none',
  caller: 'read',
  data: dispatcherPhone,
  source: 'docs/calls.md 33',
});

/** Holds for every driver of the company. Without `phone` the pages have no button to ring. */
export const setDispatcherPhone = endpoint({
  name: 'setDispatcherPhone',
  method: 'PUT',
  path: '/api/dispatcher-phone',
  summary: 'Sets the number that drivers ring from their pages; without `phone` there is none any more',
  caller: 'changeCard',
  body: z.object({ phone: absentWhenEmpty(driverPhoneField) }),
  data: dispatcherPhone,
  source: 'docs/calls.md 33',
});

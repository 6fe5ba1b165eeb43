import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, idParams, moment } from '../fields.ts';

/** Which truck a card is on, and was on: docs/calls.md 45. */

const span = z.object({
  vehicle: z.object({ id: z.int(), plate: z.string(), brand: z.string(), removed: z.boolean() }),
  since: moment.nullable().meta({ description: 'null: the first one, for all that the card ever bought' }),
  until: moment.nullable().meta({ description: 'null: it is on it now' }),
});

export const listCardVehicles = endpoint({
  name: 'listCardVehicles',
  method: 'GET',
  path: '/api/card/:id/vehicles',
  summary: 'The trucks that a card was on, the newest first',
  caller: 'read',
  params: idParams,
  data: z.array(span),
  source: 'docs/calls.md 45',
});

/** Refuses: 404 another company’s card; 400 a truck that the company does not have, or that has 20 cards already. */
export const setCardVehicle = endpoint({
  name: 'setCardVehicle',
  method: 'PUT',
  path: '/api/card/:id/vehicle',
  summary: 'Puts a card on a truck from now on, or takes it off (null)',
  caller: 'changeCard',
  params: idParams,
  body: z.object({ vehicle_id: id.nullable() }),
  data: z.array(span),
  source: 'docs/calls.md 45',
});

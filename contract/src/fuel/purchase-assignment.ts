import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { idParams, optionalText } from '../fields.ts';
import { COST_CENTRE_MAX_LENGTH } from '../fleet/card-groups.ts';

/** The cost centre and the trip that a purchase is booked to (decision 216). */

export const TRIP_NUMBER_MAX_LENGTH = 40;

/** Days after a purchase in which its driver may enter them on the driver's page. */
export const DRIVER_ASSIGNS_DAYS = 14;

/** Letters, digits and what codes of accountants have; nothing that a spreadsheet or XML takes for more. */
const CODE = /^[\p{L}\p{N}][\p{L}\p{N} .,/_№#()-]*$/u;

function codeText(maximum: number) {
  return optionalText(maximum).refine(
    (code) => code === '' || CODE.test(code),
    'Начните с буквы или цифры. Можно буквы, цифры, пробел и знаки . , / - _ № # ( )',
  );
}

/** Fields of the screen and of the driver’s page. */
export const purchaseAssignment = z.object({
  cost_centre: codeText(COST_CENTRE_MAX_LENGTH).meta({ description: 'empty: that of its group' }),
  trip_number: codeText(TRIP_NUMBER_MAX_LENGTH).meta({ description: 'empty: none' }),
});

/** Refuses: 404 another company’s operation, or none that is a done purchase. */
export const assignPurchase = endpoint({
  name: 'assignPurchase',
  method: 'PUT',
  path: '/api/operations/:id/assignment',
  summary: 'Sets the cost centre and the trip number of a purchase',
  caller: 'changeCard',
  params: idParams,
  body: purchaseAssignment,
  data: purchaseAssignment,
  source: 'docs/calls.md 6',
});

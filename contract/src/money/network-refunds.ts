import { endpoint } from '../endpoint.ts';
import { z } from 'zod';
import { idParams, requiredText, wholeNumber } from '../fields.ts';
import { PARTNER_ID_MAX } from '../ids.ts';
import { payment } from './bank.ts';

/** Money that a network gives back: decision 222. */

/**
 * Books an incoming payment as money that a network gives back of what was paid to it. Repeating it changes nothing.
 * Refuses: 404 no such payment; 409 it does not wait; `partner_id` no network.
 */
export const bookNetworkRefund = endpoint({
  name: 'bookNetworkRefund',
  method: 'POST',
  path: '/staff/api/payments/:id/network-refund',
  summary: 'Takes a payment for money that a network gives back, off what was paid to it',
  caller: 'staff.handleMoney',
  needsFreshCode: true,
  secondPerson: true,
  idempotent: true,
  params: idParams,
  body: z.object({
    partner_id: wholeNumber(1, PARTNER_ID_MAX, 'Такой сети нет'),
    note: requiredText(500),
  }),
  data: payment,
  source: 'docs/calls.md 7',
});

/** The payment waits again. Refuses: 404 no such payment; 409 it is no network's. */
export const undoNetworkRefund = endpoint({
  name: 'undoNetworkRefund',
  method: 'POST',
  path: '/staff/api/payments/:id/network-refund/undo',
  summary: 'Takes back that a payment is money that a network gives back',
  caller: 'staff.handleMoney',
  needsFreshCode: true,
  secondPerson: true,
  idempotent: true,
  params: idParams,
  body: z.object({ note: requiredText(500) }),
  data: payment,
  source: 'docs/calls.md 7',
});

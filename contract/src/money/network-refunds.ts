import { endpoint } from '../endpoint.ts';
import { z } from 'zod';
import { absentWhenEmpty, id, idParams, requiredText, wholeNumber } from '../fields.ts';
import { PARTNER_ID_MAX } from '../ids.ts';
import { payment } from './bank.ts';

/** Money that a network pays us: decisions 222 and 228. */

/** `bonus`: its part of the turnover, which was never paid to it. */
const NETWORK_REFUND_KINDS = ['refund', 'bonus'] as const;
export type NetworkRefundKind = (typeof NETWORK_REFUND_KINDS)[number];
export const NETWORK_REFUND_KIND_TITLE: Record<NetworkRefundKind, string> = {
  refund: 'Возврат переплаты',
  bonus: 'Бонус сети',
};

/**
 * Books an incoming payment as money that a network gives back of what was paid to it, for a claim or not, or as its
 * bonus. Repeating it changes nothing. Refuses: 404 no such payment; 409 it does not wait; `partner_id` no network;
 * `claim_id` no open claim to that network, or one with a bonus.
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
  body: z
    .object({
      partner_id: wholeNumber(1, PARTNER_ID_MAX, 'Такой сети нет'),
      kind: z.enum(NETWORK_REFUND_KINDS, { error: 'Возврат или бонус' }).default('refund'),
      claim_id: absentWhenEmpty(id),
      note: requiredText(500),
    })
    .refine(({ kind, claim_id }) => kind === 'refund' || claim_id === undefined, {
      path: ['claim_id'],
      message: 'Бонус не закрывает претензию',
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

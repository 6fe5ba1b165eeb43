import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { idParams, moment, requiredText } from '../fields.ts';
import { largePositiveMoney, rubles } from '../kopecks.ts';

/** Claims for what a network has billed too much: decision 228. */

/** `open`: the network has not given all of it back. `offset`: it has billed less instead. */
const NETWORK_CLAIM_STATES = ['open', 'returned', 'offset', 'withdrawn'] as const;
export type NetworkClaimState = (typeof NETWORK_CLAIM_STATES)[number];
export const NETWORK_CLAIM_STATE_TITLE: Record<NetworkClaimState, string> = {
  open: 'Ждём возврата',
  returned: 'Сеть вернула',
  offset: 'Зачтена сетью',
  withdrawn: 'Отозвана',
};

/** Ways in which an open claim ends without a payment. */
const NETWORK_CLAIM_ENDS = ['offset', 'withdrawn'] as const satisfies readonly NetworkClaimState[];
export type NetworkClaimEnd = (typeof NETWORK_CLAIM_ENDS)[number];

export const networkClaim = z.object({
  id: z.int(),
  sum: rubles,
  returned: rubles.meta({ description: 'payments of the network that were booked for this claim' }),
  state: z.enum(NETWORK_CLAIM_STATES),
  note: z.string(),
  made_at: moment,
  made_by: z.string().nullable(),
  end_note: z.string().nullable().meta({ description: 'why it was withdrawn, or how it was offset' }),
});
export type NetworkClaim = z.infer<typeof networkClaim>;

/** A claim that is made with the acceptance of an invoice. */
export const newNetworkClaim = z.object({ sum: largePositiveMoney, note: requiredText(500) });

/** Refuses: 404 no such claim; 409 it is not open, or a withdrawn one has been given back in part. */
export const endNetworkClaim = endpoint({
  name: 'endNetworkClaim',
  method: 'POST',
  path: '/staff/api/network-claims/:id/end',
  summary: 'Ends an open claim to a network without a payment: the network has billed less, or it was right',
  caller: 'staff.handleMoney',
  params: idParams,
  body: z.object({
    outcome: z.enum(NETWORK_CLAIM_ENDS, { error: 'Выберите: зачтена или отозвана' }),
    note: requiredText(500),
  }),
  data: networkClaim,
  source: 'docs/calls.md 7',
});

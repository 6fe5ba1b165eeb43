import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { idParams, moment, requiredText } from '../fields.ts';
import { rubles } from '../kopecks.ts';

/** Payment of an invoice by СБП, through the operator’s own bank: docs/money.md, docs/calls.md 5. */

const RECEIPT_KINDS = ['advance', 'offset'] as const;
export type ReceiptKind = (typeof RECEIPT_KINDS)[number];
const RECEIPT_STATES = ['waiting', 'sent', 'done', 'failed'] as const;
export type ReceiptState = (typeof RECEIPT_STATES)[number];

const fastPayment = z.object({
  available: z.boolean().meta({ description: 'the operator’s bank takes payments by СБП' }),
  order: z
    .object({
      id: z.int(),
      state: z.enum(['asked', 'waiting', 'paid', 'expired', 'refused']).meta({
        description: 'asked: the bank has not given a link yet, ask again; waiting: the link is good',
      }),
      sum: rubles,
      expires_at: moment,
      credited: z
        .boolean()
        .meta({ description: 'the money is on the account; paid without it: a person looks' }),
      receipt: z
        .object({ state: z.enum(RECEIPT_STATES), link: z.string().nullable() })
        .nullable()
        .meta({
          description:
            'by 54-ФЗ, of a payment that is credited; null where the operator makes none. `failed`: staff send it again',
        }),
      link: z.string().nullable().meta({ description: 'opens the payer’s bank; null unless waiting' }),
      qr: z
        .object({ size: z.int(), path: z.string() })
        .nullable()
        .meta({ description: 'the link as the dark squares of a QR code, an SVG path' }),
    })
    .nullable()
    .meta({ description: 'the last one of this invoice' }),
});

/**
 * Asks the operator’s bank for a link by which what is still due is paid. While the link is good, the same sum gets the same one.
 * 404 another company’s invoice or no such bank, 409 cancelled or paid, 503 the bank is silent.
 */
export const orderFastPayment = endpoint({
  name: 'orderFastPayment',
  method: 'POST',
  path: '/api/invoices/:id/fast-payment',
  summary: 'A link by which an invoice is paid by СБП, credited within seconds',
  caller: 'moveMoney',
  params: idParams,
  body: z.object({}),
  data: fastPayment,
  source: 'docs/money.md',
});

export const readFastPayment = endpoint({
  name: 'readFastPayment',
  method: 'GET',
  path: '/api/invoices/:id/fast-payment',
  summary: 'Whether an invoice can be paid by СБП, and what became of the last payment',
  caller: 'moveMoney',
  params: idParams,
  data: fastPayment,
  source: 'docs/money.md',
});

/** Says nothing that is believed: the receipt is read at the till. An unknown one is ignored. */
export const receiveReceiptReport = endpoint({
  name: 'receiveReceiptReport',
  method: 'POST',
  path: '/api/hooks/receipts',
  summary: 'What the till tells of a receipt that is ready; only its id is used, to ask there at once',
  caller: 'public',
  changesNothing: true,
  body: z.looseObject({ uuid: requiredText(100) }),
  data: z.object({}),
  source: 'docs/money.md',
});

const token = requiredText(100);
const bankOrder = z.object({
  sum: rubles,
  purpose: z.string(),
  state: z.enum(['waiting', 'paid', 'refused', 'expired']),
});

export const readEmbeddedBankOrder = endpoint({
  name: 'readEmbeddedBankOrder',
  method: 'GET',
  path: '/dev/bank-order',
  summary: 'A payment as the embedded bank shows it to its payer (development only)',
  caller: 'public',
  query: z.object({ order: token }),
  data: bankOrder,
  source: 'docs/calls.md 8',
});

export const decideEmbeddedBankOrder = endpoint({
  name: 'decideEmbeddedBankOrder',
  method: 'POST',
  path: '/dev/bank-order',
  summary: 'Pays at the embedded bank, or refuses to (development only)',
  caller: 'public',
  body: z.object({ order: token, decision: z.enum(['pay', 'refuse'], { error: 'Оплатить или отказаться' }) }),
  data: bankOrder,
  source: 'docs/calls.md 8',
});

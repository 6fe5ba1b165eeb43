import { z } from 'zod';
import { card } from '../cards/cards.ts';
import { endpoint } from '../endpoint.ts';
import { absentWhenEmpty, flag, id, idParams, page, rowsPerPage, sortBy } from '../fields.ts';
import { moneyOrZero, positiveMoney, rubles } from '../kopecks.ts';
import { INVOICES_PER_PAGE } from '../limits.ts';
import { pagination } from '../pagination.ts';
import { smsCodeField } from '../identity/sms-code.ts';

/** Money: spec sections 3, 5, 7; docs/calls.md 5. */

/**
 * Mode 1 moves money from the account to the card, mode 0 back (spec section 7). Errors: `sum` «Недостаточно
 * средств», `sms` for the code, 404 for a card that is not the company's.
 */
export const transferToCard = endpoint({
  name: 'transferToCard',
  method: 'POST',
  path: '/api/card/:id/transaction',
  summary: 'Account → card (mode 1) or card → account (mode 0), confirmed by SMS',
  caller: 'moveMoney',
  needsTerms: true,
  needsConfirmedAdmin: true,
  sentAs: 'form',
  idempotent: true,
  params: idParams,
  body: z.object({
    sum: positiveMoney,
    sms: smsCodeField,
    mode: z
      .union([z.literal([0, 1]), z.enum(['0', '1'])], { error: 'Режим: 1 на карту, 0 с карты' })
      .transform((mode) => Number(mode) as 0 | 1),
  }),
  data: card,
  source: 'docs/spec-lines.md 5 and 7, docs/calls.md 4 and 5',
});

export const INSUFFICIENT_FUNDS = 'Недостаточно средств';
export const SUM_EXCEEDED = 'Превышена сумма';

export const clientBalances = z.object({
  uses_edo: z.boolean(),
  accounts: z.array(z.object({ id: z.int(), partner_id: z.int(), name: z.string(), sum: rubles })),
  notDistSum: rubles.meta({ description: 'what can be moved now: own unallocated funds plus unused credit' }),
  ownFunds: rubles.meta({ description: 'what of all balances is the company’s own' }),
  creditSum: rubles,
  creditAvailable: rubles,
  held: rubles.optional().meta({
    description: 'on hold for fuel that networks may sell now; part of the cards’ money, absent when none',
  }),
});

export const readClient = endpoint({
  name: 'readClient',
  method: 'GET',
  path: '/api/client/:id',
  summary: 'Balances of a company',
  caller: 'read',
  params: idParams,
  data: clientBalances,
  source: 'docs/spec-lines.md 7, docs/calls.md 5',
});

const calendarDay = z.string().meta({ description: 'YYYY-MM-DD in Moscow' });

export const creditTerms = z.object({
  creditSum: rubles,
  creditDaysForPayment: z
    .int()
    .meta({ description: 'within how many days used credit is paid back; 0: no term' }),
  creditDaysWithoutPayment: z.int().meta({ description: 'how many more days may pass after these; 0: none' }),
  debt: z
    .object({
      sum: rubles.meta({ description: 'how far unallocated funds are below zero' }),
      since: calendarDay.meta({ description: 'the day of its oldest unpaid part' }),
      payUntil: calendarDay.nullable().meta({ description: 'the last day of the term; null without a term' }),
      workUntil: calendarDay.nullable().meta({ description: 'the last of the days without payment' }),
      late: z.boolean().meta({ description: 'the term is over' }),
    })
    .nullable(),
});

export const readCredit = endpoint({
  name: 'readCredit',
  method: 'GET',
  path: '/api/client/:id/credit',
  summary: 'Credit of a company: its terms, what it owes and until when it pays',
  caller: 'read',
  params: idParams,
  data: creditTerms,
  source: 'docs/spec-lines.md 3',
});

const NO_SUMS = 'Укажите суммы';
const accountSum = z.object({ partner_id: id, sum: moneyOrZero }, { error: NO_SUMS });

const accountSums = z.object({
  accounts: z
    .preprocess(
      (value) => (value && typeof value === 'object' && !Array.isArray(value) ? Object.values(value) : value),
      z.array(accountSum, { error: NO_SUMS }).min(1, NO_SUMS).max(20, 'Не больше 20 сумм в одном запросе'),
    )
    .refine((accounts) => accounts.some((account) => account.sum > 0), 'Укажите сумму больше нуля'),
});

export const distribute = endpoint({
  name: 'distribute',
  method: 'POST',
  path: '/api/client/:id/accounts',
  summary: 'Unallocated funds → partner accounts, all or nothing',
  caller: 'moveMoney',
  needsTerms: true,
  idempotent: true,
  params: idParams,
  body: accountSums,
  data: clientBalances,
  source: 'docs/spec-lines.md 5 and 7, docs/calls.md 5',
});

export const revoke = endpoint({
  name: 'revoke',
  method: 'POST',
  path: '/api/client/:id/accounts/revoke',
  summary: 'Partner accounts → unallocated funds',
  caller: 'moveMoney',
  needsTerms: true,
  idempotent: true,
  params: idParams,
  body: accountSums,
  data: clientBalances,
  source: 'docs/spec-lines.md 5 and 7, docs/calls.md 5',
});

export const setThreshold = endpoint({
  name: 'setThreshold',
  method: 'POST',
  path: '/api/client/availableFunds',
  summary: 'SMS when the balance falls below a threshold; null cancels',
  caller: 'moveMoney',
  body: z.object({
    threshold: z.union([
      z.null(),
      z.literal('null').transform(() => null),
      // An empty string is ignored (spec section 5): the threshold stays as it is.
      z.literal('').transform(() => undefined),
      positiveMoney,
    ]),
  }),
  data: z.object({ threshold: rubles.nullable() }),
  source: 'docs/spec-lines.md 5, 7, 8; docs/calls.md 5',
});

export const downloadInvoiceForSum = endpoint({
  name: 'downloadInvoiceForSum',
  method: 'GET',
  path: '/api/client/bill',
  summary: 'Numbered top-up invoice, PDF; the same sum the same day, unpaid, is the same invoice',
  caller: 'moveMoney',
  query: z.object({ sum: positiveMoney, print: flag.default(false) }),
  kind: 'file',
  source: 'docs/spec-lines.md 7, docs/calls.md 5',
});

export const INVOICE_STATUS_TITLE = {
  waiting: 'Ожидает оплаты',
  partly: 'Оплачен частично',
  paid: 'Оплачен',
  overpaid: 'Оплачен с переплатой',
  cancelled: 'Отменён',
} as const;
export type InvoiceStatus = keyof typeof INVOICE_STATUS_TITLE;
const INVOICE_STATUSES = Object.keys(INVOICE_STATUS_TITLE) as InvoiceStatus[];

export const invoice = z.object({
  id: z.int(),
  number: z.string(),
  date: z.object({ date: z.string() }),
  payment_due_date: z.object({ date: z.string() }),
  status: z.string(),
  status_id: z.enum(INVOICE_STATUSES),
  sum: rubles,
  paid_sum: rubles,
});

/** Sort orders of invoices. */
const INVOICE_SORTS = ['number', 'date', 'due', 'status', 'sum', 'paid', 'to_pay'] as const;
export type InvoiceSort = (typeof INVOICE_SORTS)[number];

export const listInvoices = endpoint({
  name: 'listInvoices',
  method: 'GET',
  path: '/api/invoices',
  summary: 'The company’s invoices, newest first unless they are to be sorted',
  caller: 'read',
  key: { scope: 'invoices:read', path: '/api/v1/invoices' },
  query: z.object({
    page,
    perPage: rowsPerPage(INVOICES_PER_PAGE),
    sort: sortBy(INVOICE_SORTS).optional().meta({
      description: '`to_pay`: those that can still be paid in time come first, the earliest due first',
    }),
    waiting: absentWhenEmpty(flag).meta({ description: 'only those that can still be paid in time' }),
  }),
  data: z.array(invoice),
  meta: z.object({
    pagination,
    to_pay: z
      .object({
        count: z.int(),
        sum: rubles.meta({ description: 'what is still to be paid on them' }),
        due: z.string().nullable().meta({ description: 'the earliest last day, YYYY-MM-DD; null: none' }),
      })
      .meta({ description: 'all invoices that can still be paid in time, on whatever page' }),
  }),
  source: 'docs/spec-lines.md 7, docs/calls.md 5',
});

export const downloadInvoice = endpoint({
  name: 'downloadInvoice',
  method: 'GET',
  path: '/api/invoices/:id/download',
  summary: 'An invoice, PDF; print=1 opens it inline',
  caller: 'read',
  key: { scope: 'invoices:read', path: '/api/v1/invoices/:id/download' },
  params: idParams,
  query: z.object({ print: flag.default(false) }),
  kind: 'file',
  source: 'docs/calls.md 5',
});

const copied = z.string();

/**
 * Returns how to pay an invoice: the operator's requisites, the purpose by which the money finds the account, and the
 * same QR code as on its document. Refuses with 404 another company's invoice, with 409 a cancelled one, which must not
 * be paid.
 */
export const readInvoicePayment = endpoint({
  name: 'readInvoicePayment',
  method: 'GET',
  path: '/api/invoices/:id/payment',
  summary: 'What an invoice is paid by: requisites, purpose and QR code',
  caller: 'read',
  key: { scope: 'invoices:read', path: '/api/v1/invoices/:id/payment' },
  params: idParams,
  data: z.object({
    payee: z.object({
      name: copied,
      inn: copied,
      kpp: copied.nullable(),
      account: copied,
      bank: copied,
      bik: copied,
      corr_account: copied,
    }),
    sum: rubles,
    purpose: copied,
    qr: z
      .object({
        text: z.string().meta({ description: 'ST00012, by ГОСТ Р 56042-2014' }),
        size: z.int().meta({ description: 'squares in a side, without the quiet zone' }),
        path: z.string().meta({ description: 'the dark squares as an SVG path' }),
      })
      .meta({ description: 'read by the app of a bank' }),
  }),
  source: 'docs/facts.md 2, docs/specification.md 3',
});

export type Invoice = z.infer<typeof invoice>;

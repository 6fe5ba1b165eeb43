import { z } from 'zod';
import { taskOwner, taskOwnerFilter } from '../backoffice/tasks.ts';
import { endpoint } from '../endpoint.ts';
import {
  absentWhenEmpty,
  day,
  id,
  idParams,
  moment,
  optionalText,
  page,
  PERIOD_BACKWARDS,
  requiredText,
  rowsPerPage,
  sortBy,
} from '../fields.ts';
import { largeMoneyOrZero, largePositiveMoney, rubles } from '../kopecks.ts';
import { PAYMENTS_PER_PAGE } from '../limits.ts';
import { pagination } from '../pagination.ts';

/**
 * Bank statements and payments, for the programme's staff: docs/calls.md 7, docs/facts.md 3.
 */

export const loadBankStatement = endpoint({
  name: 'loadBankStatement',
  method: 'POST',
  path: '/staff/api/bank-statements',
  summary: 'Loads a 1CClientBankExchange statement; the same file twice credits nothing twice',
  caller: 'staff.handleMoney',
  needsFreshCode: true,
  idempotent: true,
  body: z.object({}),
  file: 'file',
  data: z.object({
    documents: z.int(),
    credited: z.int(),
    needs_review: z.int(),
    duplicates: z.int(),
    ignored: z.int(),
    warnings: z
      .array(z.string())
      .meta({ description: 'what the bank’s own balances and turnovers do not bear out, as sentences' }),
  }),
  source: 'docs/calls.md 7',
});

export const readRequisites = endpoint({
  name: 'readRequisites',
  method: 'GET',
  path: '/staff/api/requisites',
  summary: 'The programme’s own requisites, as invoices print them',
  caller: 'staff.read',
  data: z.object({
    name: z.string(),
    inn: z.string(),
    kpp: z.string(),
    account: z.string(),
    bik: z.string(),
    bank: z.string(),
  }),
  source: 'docs/calls.md 7',
});

const PAYMENT_STATES = ['credited', 'review', 'refund', 'assigned', 'duplicate', 'network'] as const;
export type PaymentState = (typeof PAYMENT_STATES)[number];
/** Filter of the payment list: a state, or all that wait for a person. */
const PAYMENT_FILTERS = [...PAYMENT_STATES, 'waiting'] as const;

const document = {
  id: z.int(),
  state: z.enum(PAYMENT_STATES).meta({
    description:
      'duplicate: a person has found it in the books in another row; network: money that a network gives back',
  }),
  number: z.string(),
  date: z.string(),
  credited_on: z.string().meta({ description: 'the day on which the bank received the money' }),
  sum: rubles,
  payer: z.object({ name: z.string(), inn: z.string(), account: z.string() }),
  purpose: z.string(),
  company: z.object({ id: z.int(), title: z.string() }).nullable(),
  kind: z
    .enum(['statement', 'sbp'])
    .meta({ description: 'sbp: by СБП, credited within seconds; statement: in a file of the bank' }),
  file: z
    .object({ name: z.string(), loaded_at: moment })
    .nullable()
    .meta({ description: 'the statement that brought it first; null by СБП' }),
  came_at: moment.meta({ description: 'when the portal heard of it' }),
};

/** Invoices that a payment is divided among, with the sum of each. */
const paidInvoices = z.array(z.object({ id: z.int(), number: z.string(), sum: rubles }));

export const payment = z.object({
  ...document,
  note: z.string(),
  unconfirmed: z.boolean().meta({
    description:
      'waits because its bank does not bear it out, until the bank names it or two people credit it',
  }),
  suggestion: z
    .object({ company_id: z.int(), company: z.string(), invoice_id: z.int().nullable() })
    .nullable(),
  network: z
    .object({ id: z.int(), title: z.string() })
    .nullable()
    .meta({ description: 'the network that gives it back; while it waits, the one whose INN the payer has' }),
  invoice: z
    .object({ id: z.int(), number: z.string() })
    .nullable()
    .meta({ description: 'null without an invoice, and where it is divided among several' }),
  invoices: paidInvoices.meta({
    description: 'what it pays; the rest is the company’s without an invoice',
  }),
  named_invoices: z
    .array(
      z.object({
        id: z.int(),
        number: z.string(),
        unpaid: rubles,
        company: z.object({ id: z.int(), title: z.string() }),
      }),
    )
    .meta({
      description: 'while it waits: unpaid invoices whose numbers its purpose names, of any company',
    }),
  look_alikes: z
    .array(z.object(document))
    .meta({ description: 'payments that may be the same one, whichever was loaded first' }),
  correction: z
    .object({
      company: z.object({ id: z.int(), title: z.string() }),
      invoice: z.object({ id: z.int(), number: z.string() }).nullable(),
      invoices: paidInvoices,
      reason: z.string(),
      at: moment,
    })
    .nullable()
    .meta({ description: 'from which company and invoice it was last taken back, why and when' }),
  owner: taskOwner,
});

/** Sort orders of the payment list. */
export const PAYMENT_SORTS = ['date', 'payer', 'sum'] as const;

export const listPayments = endpoint({
  name: 'listPayments',
  method: 'GET',
  path: '/staff/api/payments',
  summary: 'Incoming payments, newest first',
  caller: 'staff.read',
  query: z
    .object({
      q: absentWhenEmpty(optionalText(100)).meta({
        description: 'a part of the number, of the payer, its INN or the purpose, or the sum',
      }),
      from: absentWhenEmpty(day).meta({ description: 'the first day of the documents' }),
      to: absentWhenEmpty(day).meta({ description: 'the last day of the documents' }),
      sum: absentWhenEmpty(largeMoneyOrZero).meta({ description: 'exactly this sum' }),
      state: z
        .enum(PAYMENT_FILTERS, { error: 'Неизвестное состояние' })
        .optional()
        .meta({ description: 'waiting: in review, or a refund that no one has looked at' }),
      owner: taskOwnerFilter,
      sort: sortBy(PAYMENT_SORTS).optional(),
      page,
      perPage: rowsPerPage(PAYMENTS_PER_PAGE),
    })
    .refine(({ from, to }) => !from || !to || from <= to, { error: PERIOD_BACKWARDS, path: ['from'] }),
  data: z.array(payment),
  meta: z.object({ pagination }),
  source: 'docs/calls.md 7',
});

/** More than a purpose of 210 characters names. */
const MAX_DIVIDED = 50;

/**
 * Refuses on `invoices`: invoices together with `invoice_id`, one of them twice, more for one than is left to pay, more
 * in all than has come, an invoice that is not the company's or a cancelled one.
 */
export const assignPayment = endpoint({
  name: 'assignPayment',
  method: 'POST',
  path: '/staff/api/payments/:id/assign',
  summary: 'Credits a payment that did not match by itself',
  caller: 'staff.handleMoney',
  needsFreshCode: true,
  secondPerson: true,
  idempotent: true,
  params: idParams,
  body: z.object({
    company_id: id,
    invoice_id: absentWhenEmpty(id),
    invoices: absentWhenEmpty(
      z.array(z.object({ id, sum: largePositiveMoney })).max(MAX_DIVIDED, `Не больше ${MAX_DIVIDED} счетов`),
    ).meta({
      description: 'divides the payment among invoices of the company; what is left is without an invoice',
    }),
  }),
  data: payment,
  source: 'docs/calls.md 7',
});

/**
 * Marks a payment as already in the books in another row. No money moves, and it may still be assigned. Refuses: 404 no
 * such payment; 409 the payment does not wait, resembles none, or all similar ones were set aside.
 */
export const setPaymentAside = endpoint({
  name: 'setPaymentAside',
  method: 'POST',
  path: '/staff/api/payments/:id/set-aside',
  summary: 'Says that a payment is one that is in the books already',
  caller: 'staff.handleMoney',
  idempotent: true,
  params: idParams,
  body: z.object({ reason: requiredText(500) }),
  data: payment,
  source: 'docs/operations.md',
});

export const bankBalance = z.object({
  id: z.int(),
  account: z.string(),
  date_from: z.string(),
  date_to: z.string(),
  opening: rubles,
  credited: rubles
    .nullable()
    .meta({ description: 'what came in by the bank’s own figures; null: not stated' }),
  debited: rubles.nullable(),
  closing: rubles,
  known: z.object({ to_clients: rubles, waiting: rubles, own: rubles, debited: rubles }).meta({
    description: 'documents of these days: credited to clients, waiting, from own accounts, outgoing',
  }),
  expected_closing: rubles.meta({
    description: 'the account’s first opening balance and all documents from then on',
  }),
  file: z.object({ name: z.string(), loaded_at: moment }),
});

export const listBankBalances = endpoint({
  name: 'listBankBalances',
  method: 'GET',
  path: '/staff/api/bank-balances',
  summary:
    'The bank’s own figures of our accounts beside the documents of the same days, newest first, 400 at most',
  caller: 'staff.read',
  data: z.array(bankBalance),
  meta: z.object({
    findings: z.array(z.object({ kind: z.string(), sentence: z.string(), harmless: z.boolean() })).meta({
      description: 'gaps, missing days and turnovers that the documents do not add up to, newest first',
    }),
  }),
  source: 'docs/operations.md',
});

export type Payment = z.infer<typeof payment>;

import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { emptyAsAbsent, id, idParams, moment, requiredText } from './fields.ts';
import { rubles } from './kopecks.ts';

/**
 * Bank statements, payments and returned advances, for the programme's staff: api.md section 7, domain.md section 3.
 */

export const loadBankStatement = endpoint({
  name: 'loadBankStatement',
  method: 'POST',
  path: '/staff/api/bank-statements',
  summary: 'Loads a 1CClientBankExchange statement; the same file twice credits nothing twice',
  caller: 'staff',
  idempotent: true,
  body: z.object({}),
  file: 'file',
  data: z.object({
    documents: z.int(),
    credited: z.int(),
    needs_review: z.int(),
    duplicates: z.int(),
    ignored: z.int(),
  }),
  source: 'api 7',
});

export const readRequisites = endpoint({
  name: 'readRequisites',
  method: 'GET',
  path: '/staff/api/requisites',
  summary: 'The programme’s own requisites, as invoices print them',
  caller: 'staff',
  data: z.object({
    name: z.string(),
    inn: z.string(),
    kpp: z.string(),
    account: z.string(),
    bik: z.string(),
    bank: z.string(),
  }),
  source: 'api 7',
});

export const payment = z.object({
  id: z.int(),
  state: z.enum(['credited', 'review', 'refund', 'assigned']),
  number: z.string(),
  date: z.string(),
  sum: rubles,
  payer: z.object({ name: z.string(), inn: z.string(), account: z.string() }),
  purpose: z.string(),
  note: z.string(),
  suggestion: z
    .object({ company_id: z.int(), company: z.string(), invoice_id: z.int().nullable() })
    .nullable(),
  company: z.object({ id: z.int(), title: z.string() }).nullable(),
  invoice: z.object({ id: z.int(), number: z.string() }).nullable(),
  correction: z
    .object({
      company: z.object({ id: z.int(), title: z.string() }),
      invoice: z.object({ id: z.int(), number: z.string() }).nullable(),
      reason: z.string(),
      at: moment,
    })
    .nullable()
    .meta({ description: 'from which company and invoice it was last taken back, why and when' }),
});

export const listPayments = endpoint({
  name: 'listPayments',
  method: 'GET',
  path: '/staff/api/payments',
  summary: 'Incoming payments, newest first',
  caller: 'staff',
  query: z.object({
    state: z
      .enum(['credited', 'review', 'refund', 'assigned'], { error: 'Неизвестное состояние' })
      .optional(),
  }),
  data: z.array(payment),
  source: 'api 7',
});

/** A client to whom a payment may belong, and the invoices that it may pay. */
export const client = z.object({
  id: z.int(),
  inn: z.string(),
  title: z.string(),
  invoices: z
    .array(z.object({ id: z.int(), number: z.string(), date: z.string(), sum: rubles, unpaid: rubles }))
    .meta({
      description: 'not cancelled and not wholly paid, newest first; also the one that was searched for',
    }),
});

export const findClients = endpoint({
  name: 'findClients',
  method: 'GET',
  path: '/staff/api/clients',
  summary: 'Clients by INN, title or the printed number of an invoice: to whom `assignPayment` is to credit',
  caller: 'staff',
  query: z.object({ search: requiredText(500) }),
  data: z.array(client),
  source: 'docs/money.md',
});

export const assignPayment = endpoint({
  name: 'assignPayment',
  method: 'POST',
  path: '/staff/api/payments/:id/assign',
  summary: 'Credits a payment that did not match by itself',
  caller: 'staff',
  idempotent: true,
  params: idParams,
  body: z.object({ company_id: id, invoice_id: emptyAsAbsent(id) }),
  data: payment,
  source: 'api 7',
});

export const ADVANCE_RETURN_STATES = ['review', 'booked', 'dismissed'] as const;

export const advanceReturn = z.object({
  id: z.int(),
  state: z.enum(ADVANCE_RETURN_STATES),
  number: z.string(),
  date: z.string(),
  debited_on: z.string().meta({ description: 'the day on which the bank took the money' }),
  sum: rubles,
  payee: z.object({ name: z.string(), inn: z.string(), account: z.string() }),
  purpose: z.string(),
  company: z.object({ id: z.int(), title: z.string() }),
  own_sum: rubles.meta({ description: 'unallocated funds of the company that are its own, without credit' }),
  reason: z.string().nullable().meta({ description: 'why a person said that it is no advance return' }),
  decided_by: z.string().nullable(),
  decided_at: moment.nullable(),
  revision: z.int().meta({ description: 'raised whenever a decision is taken back' }),
  reopenings: z
    .array(
      z.object({
        state: z.enum(['booked', 'dismissed']),
        decided_reason: z.string().nullable(),
        decided_by: z.string().nullable(),
        decided_at: moment,
        reason: z.string(),
        reopened_by: z.string(),
        reopened_at: moment,
      }),
    )
    .meta({ description: 'decisions that were taken back, newest first' }),
});

export const listAdvanceReturns = endpoint({
  name: 'listAdvanceReturns',
  method: 'GET',
  path: '/staff/api/advance-returns',
  summary: 'What was paid from an own account to a client, newest first',
  caller: 'staff',
  query: z.object({ state: z.enum(ADVANCE_RETURN_STATES, { error: 'Неизвестное состояние' }).optional() }),
  data: z.array(advanceReturn),
  source: 'docs/money.md',
});

/**
 * Books an advance that was paid back: it leaves the client's unallocated funds. Refuses: 404 no such return; 409
 * somebody has decided already, the same order is booked from a statement that writes its purpose otherwise, or the
 * company's own unallocated funds are less than the sum (credit is not an advance).
 */
export const bookAdvanceReturn = endpoint({
  name: 'bookAdvanceReturn',
  method: 'POST',
  path: '/staff/api/advance-returns/:id/book',
  summary: 'Takes what was paid back to a client off his account',
  caller: 'staff',
  idempotent: true,
  params: idParams,
  body: z.object({}),
  data: advanceReturn,
  source: 'docs/money.md',
});

/**
 * Marks an outgoing payment as something other than a returned advance; no money moves. Refuses: 404 no such return;
 * 409 somebody has decided already.
 */
export const dismissAdvanceReturn = endpoint({
  name: 'dismissAdvanceReturn',
  method: 'POST',
  path: '/staff/api/advance-returns/:id/dismiss',
  summary: 'Says that a payment to a client is no return of an advance: nothing moves',
  caller: 'staff',
  idempotent: true,
  params: idParams,
  body: z.object({ reason: requiredText(500) }),
  data: advanceReturn,
  source: 'docs/money.md',
});

import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { idParams, moment, requiredText } from '../fields.ts';
import { rubles } from '../kopecks.ts';

/** Advances that were paid back to clients, for the programme's staff: docs/calls.md 7. */

export const ADVANCE_RETURN_STATES = ['review', 'booked', 'dismissed'] as const;
export type AdvanceReturnState = (typeof ADVANCE_RETURN_STATES)[number];

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
  caller: 'staff.read',
  query: z.object({ state: z.enum(ADVANCE_RETURN_STATES, { error: 'Неизвестное состояние' }).optional() }),
  data: z.array(advanceReturn),
  source: 'docs/money.md',
});

/**
 * Books an advance that was paid back. It leaves the client's unallocated funds. Refuses: 404 no such return; 409 it is
 * decided already, the same order is booked from a statement that writes its purpose otherwise, or the company's own
 * unallocated funds are less than the sum (credit is not an advance).
 */
export const bookAdvanceReturn = endpoint({
  name: 'bookAdvanceReturn',
  method: 'POST',
  path: '/staff/api/advance-returns/:id/book',
  summary: 'Takes what was paid back to a client off his account',
  caller: 'staff.handleMoney',
  needsFreshCode: true,
  secondPerson: true,
  idempotent: true,
  params: idParams,
  body: z.object({}),
  data: advanceReturn,
  source: 'docs/money.md',
});

/**
 * Marks an outgoing payment as something other than a returned advance. No money moves. Refuses: 404 no such return;
 * 409 it is decided already.
 */
export const dismissAdvanceReturn = endpoint({
  name: 'dismissAdvanceReturn',
  method: 'POST',
  path: '/staff/api/advance-returns/:id/dismiss',
  summary: 'Says that a payment to a client is no return of an advance: nothing moves',
  caller: 'staff.handleMoney',
  idempotent: true,
  params: idParams,
  body: z.object({ reason: requiredText(500) }),
  data: advanceReturn,
  source: 'docs/money.md',
});

export type AdvanceReturn = z.infer<typeof advanceReturn>;

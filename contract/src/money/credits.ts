import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { day, idParams, moment } from '../fields.ts';
import { rubles } from '../kopecks.ts';

/** Credit of the programme's clients, for its staff; `setCredit` sets it. */

export const clientCredit = z.object({
  id: z.int(),
  inn: z.string(),
  title: z.string(),
  creditSum: rubles,
  used: rubles.meta({ description: 'how far unallocated funds are below zero, whatever the limit is now' }),
  left: rubles.meta({ description: 'what can still be used; zero while more is used than is allowed' }),
  creditDaysForPayment: z.int(),
  creditDaysWithoutPayment: z.int(),
  indebted_since: day.nullable().meta({ description: 'Moscow day of the oldest unpaid part' }),
  late_since: day.nullable().meta({ description: 'the first day after the term, once it has come' }),
  changes: z.int().meta({ description: 'how often it was changed' }),
  changed_at: moment.nullable(),
  changed_by: z.string().nullable(),
});
export type ClientCredit = z.output<typeof clientCredit>;

export const listCredits = endpoint({
  name: 'listCredits',
  method: 'GET',
  path: '/staff/api/credits',
  summary: 'Clients with a credit limit, with one in use or with a history of one, the latest debt first',
  caller: 'staff.read',
  data: z.array(clientCredit),
  source: 'docs/calls.md 18',
});

const terms = z.object({
  creditSum: rubles,
  creditDaysForPayment: z.int(),
  creditDaysWithoutPayment: z.int(),
});

export const creditChange = z.object({
  id: z.int(),
  before: terms,
  after: terms,
  used: rubles.meta({ description: 'what was used when it was changed' }),
  reason: z.string().nullable().meta({ description: 'null: none was given' }),
  changed_at: moment,
  changed_by: z.string(),
});
export type CreditChange = z.output<typeof creditChange>;

export const listCreditChanges = endpoint({
  name: 'listCreditChanges',
  method: 'GET',
  path: '/staff/api/clients/:id/credit',
  summary: 'A client’s credit as it is, and every change of it, newest first',
  caller: 'staff.read',
  params: idParams,
  data: clientCredit.extend({ history: z.array(creditChange) }),
  source: 'docs/calls.md 18',
});

import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, moment } from '../fields.ts';
import { UNKNOWN_KIND, UNSETTLED_KINDS, type UnsettledKind } from '../money/unsettled-kinds.ts';

/** Owners of staff tasks: who works on a card request, a payment or a case of «Разбор» (decisions 159 and 188). */

/** A case is one of its own kind: ids of two kinds may be the same number. */
export type TaskKind = 'request' | 'payment' | `case-${UnsettledKind}`;

/** Filter of a list by the owner: tasks of the caller, or of no one. Only tasks that wait are listed. */
export const TASK_OWNER_FILTERS = ['me', 'none'] as const;
export type TaskOwnerFilter = (typeof TASK_OWNER_FILTERS)[number];

export const taskOwnerFilter = z
  .enum(TASK_OWNER_FILTERS, { error: 'Неизвестный исполнитель' })
  .optional()
  .meta({ description: 'of those that wait: `me` taken by the caller, `none` taken by no one' });

export const taskOwner = z
  .object({
    id: z.int(),
    firstname: z.string().nullable(),
    lastname: z.string().nullable(),
    taken_at: moment,
  })
  .nullable()
  .meta({ description: 'the member who has taken the task' });

const MAX_TASKS_AT_A_TIME = 100;

/** The method stands in each call: the browser's build omits what is spread. */
const change = {
  body: z.object({ ids: z.array(id).min(1, 'Выберите хотя бы одну строку').max(MAX_TASKS_AT_A_TIME) }),
  source: 'docs/calls.md 7',
} as const;
const taken = z.object({
  taken: z.array(z.int()).meta({ description: 'those that are now the caller’s' }),
});
const released = z.object({ released: z.array(z.int()) });

/** Leaves out those that wait no longer and those of a colleague. */
export const takeRequests = endpoint({
  ...change,
  name: 'takeRequests',
  method: 'POST',
  path: '/staff/api/requests/take',
  summary: 'Takes card requests: colleagues see that the caller works on them',
  caller: 'staff.runProgramme',
  data: taken,
});

/** Releases those of a colleague too: he may be ill. */
export const releaseRequests = endpoint({
  ...change,
  name: 'releaseRequests',
  method: 'POST',
  path: '/staff/api/requests/release',
  summary: 'Gives card requests back to all',
  caller: 'staff.runProgramme',
  data: released,
});

/** The same of payments. */
export const takePayments = endpoint({
  ...change,
  name: 'takePayments',
  method: 'POST',
  path: '/staff/api/payments/take',
  summary: 'Takes payments that wait: colleagues see that the caller works on them',
  caller: 'staff.handleMoney',
  data: taken,
});

export const releasePayments = endpoint({
  ...change,
  name: 'releasePayments',
  method: 'POST',
  path: '/staff/api/payments/release',
  summary: 'Gives payments back to all',
  caller: 'staff.handleMoney',
  data: released,
});

const cases = z.array(z.object({ kind: z.enum(UNSETTLED_KINDS, UNKNOWN_KIND), id }));
const changeCases = {
  body: z.object({ cases: cases.min(1, 'Выберите хотя бы одну строку').max(MAX_TASKS_AT_A_TIME) }),
  source: 'docs/calls.md 7',
} as const;
const answeredCases = z.array(z.object({ kind: z.enum(UNSETTLED_KINDS), id: z.int() }));

/** The same of cases of «Разбор», each by its kind and id. */
export const takeCases = endpoint({
  ...changeCases,
  name: 'takeCases',
  method: 'POST',
  path: '/staff/api/unsettled/take',
  summary: 'Takes open cases: colleagues see that the caller works on them',
  caller: 'staff.change',
  data: z.object({
    taken: answeredCases.meta({ description: 'those that are now the caller’s' }),
  }),
});

export const releaseCases = endpoint({
  ...changeCases,
  name: 'releaseCases',
  method: 'POST',
  path: '/staff/api/unsettled/release',
  summary: 'Gives open cases back to all',
  caller: 'staff.change',
  data: z.object({ released: answeredCases }),
});

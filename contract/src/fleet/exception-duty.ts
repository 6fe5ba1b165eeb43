import { z } from 'zod';
import { type EndpointData, endpoint } from '../endpoint.ts';
import { absentWhenEmpty, id, wholeNumber } from '../fields.ts';

/** Colleagues who answer drivers' requests, and their time limit: docs/calls.md 46. */

/** Step of a request: the person on duty, the second in line, then the admins. `anybody` where no person is named. */
export const EXCEPTION_TURNS = ['first', 'second', 'anybody', 'admins'] as const;
export type ExceptionTurn = (typeof EXCEPTION_TURNS)[number];

export const MAX_DUTY_MINUTES = 1440;

const person = z.object({ id: z.int(), name: z.string() });
const duty = z.object({
  group: z.object({ id: z.int(), title: z.string() }).nullable().meta({ description: 'null: all others' }),
  first: person,
  second: person.nullable(),
  due_minutes: z.int(),
});

export const readExceptionDuty = endpoint({
  name: 'readExceptionDuty',
  method: 'GET',
  path: '/api/exceptions/duty',
  summary:
    'Who answers drivers’ requests: for the company, and for groups of trucks that have somebody of their own',
  caller: 'read',
  data: z.object({
    duties: z.array(duty),
    people: z.array(person).meta({ description: 'who may be named: those that may answer' }),
  }),
  source: 'docs/calls.md 46',
});

/**
 * Refuses with 400 on `first_id`, `second_id` for a person who may not answer, and with 404 another company’s group.
 */
export const setExceptionDuty = endpoint({
  name: 'setExceptionDuty',
  method: 'PUT',
  path: '/api/exceptions/duty',
  summary: 'Names who answers, and within how many minutes; without `first_id` nobody is named any more',
  caller: 'assignRoles',
  body: z.object({
    group_id: absentWhenEmpty(id),
    first_id: absentWhenEmpty(id),
    second_id: absentWhenEmpty(id),
    due_minutes: absentWhenEmpty(wholeNumber(1, MAX_DUTY_MINUTES, 'Срок ответа — от 1 минуты до суток')),
  }),
  data: z.array(duty),
  source: 'docs/calls.md 46',
});

export type Duties = EndpointData<typeof readExceptionDuty>;

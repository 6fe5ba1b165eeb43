import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { idParams, moment, requiredText } from '../fields.ts';

/**
 * Personal data that the programme has of a person: a copy of it, and its erasure (152-ФЗ, articles 14 and 21).
 * docs/calls.md 21.
 */

export const ERASED_PERSON = 'Удалённый пользователь';

/** Each list holds the newest this many. */
export const MAX_MY_DATA_ROWS = 5000;

/** A stolen session takes nothing away: without a code of the last 15 minutes it is 403, by a link too. */
export const downloadMyData = endpoint({
  name: 'downloadMyData',
  method: 'GET',
  path: '/api/users/my-data',
  summary: 'Everything that the programme knows of the caller, as a JSON file',
  caller: 'signed-in',
  kind: 'file',
  mime: 'application/json',
  needsFreshCode: true,
  source: 'docs/calls.md 21',
});

export const readErasure = endpoint({
  name: 'readErasure',
  method: 'GET',
  path: '/api/users/erasure',
  summary: 'Whether the caller has asked to be erased, and what stands against it now',
  caller: 'signed-in',
  data: z.object({
    asked_at: moment.nullable(),
    obstacle: z.string().nullable(),
    declined: z
      .object({ at: moment, reason: z.string() })
      .nullable()
      .meta({ description: 'what staff answered the last time, while nothing is asked anew' }),
  }),
  source: 'docs/calls.md 21',
});

/** Refuses with 409: staff; a company’s last admin; an order of the person is under way. A repeated request changes nothing. */
export const askForErasure = endpoint({
  name: 'askForErasure',
  method: 'POST',
  path: '/api/users/erasure',
  summary: 'Asks the programme to erase the caller; two of the staff do it',
  caller: 'signed-in',
  needsFreshCode: true,
  data: z.object({ asked_at: moment }),
  source: 'docs/calls.md 21',
});

export const cancelErasure = endpoint({
  name: 'cancelErasure',
  method: 'DELETE',
  path: '/api/users/erasure',
  summary: 'Takes the wish to be erased back',
  caller: 'signed-in',
  data: z.object({}),
  source: 'docs/calls.md 21',
});

export const erasureRequest = z.object({
  id: z.int(),
  asked_at: moment,
  person: z.object({
    id: z.int(),
    firstname: z.string().nullable(),
    lastname: z.string().nullable(),
    masked_phone: z.string(),
    company: z.object({ id: z.int(), inn: z.string(), title: z.string() }).nullable(),
  }),
  obstacle: z.string().nullable().meta({ description: 'why it can’t be carried out now' }),
});

export const listErasures = endpoint({
  name: 'listErasures',
  method: 'GET',
  path: '/staff/api/erasures',
  summary: 'Who waits to be erased, the oldest first: the law gives thirty days',
  caller: 'staff.read',
  data: z.array(erasureRequest),
  source: 'docs/calls.md 21',
});

/**
 * Refuses: 404; 409 as `askForErasure`, or erased already. Also for a person who asked by a letter instead of the
 * cabinet.
 */
export const erasePerson = endpoint({
  name: 'erasePerson',
  method: 'POST',
  path: '/staff/api/people/:id/erase',
  summary: 'Erases a person, by two people; what the law demands stays without the name',
  caller: 'staff.serveClients',
  secondPerson: true,
  params: idParams,
  body: z.object({ reason: requiredText(500) }),
  data: z.object({ id: z.int(), erased_at: moment }),
  source: 'docs/calls.md 21',
});

/** Refuses: 404 no such wish; 409 while an erasure of this person waits for a second member. */
export const declineErasure = endpoint({
  name: 'declineErasure',
  method: 'POST',
  path: '/staff/api/people/:id/decline-erasure',
  summary: 'Declines a person’s wish to be erased with a reason that he reads; he can ask again',
  caller: 'staff.serveClients',
  params: idParams,
  body: z.object({ reason: requiredText(500) }),
  data: z.object({ id: z.int(), declined_at: moment }),
  source: 'docs/calls.md 21',
});

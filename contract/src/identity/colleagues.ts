import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import {
  defaultWhenEmpty,
  id,
  idParams,
  moment,
  optionalPersonName,
  personName,
  wholeNumber,
} from '../fields.ts';
import { ROLE } from '../ids.ts';
import { innField } from '../values/inn.ts';
import { phoneField } from '../values/phone.ts';

/** Colleagues and their roles: spec section 6 and 7, docs/calls.md 6. */

export const colleague = z.object({
  id: z.int(),
  firstname: z.string().nullable(),
  lastname: z.string().nullable(),
  phone: z.string(),
  permissions: z.array(z.string()),
  role_id: z.int().nullable(),
});

/** An invitation that waits for the invited person. `id` is the invitation's. */
export const invitation = colleague.extend({ invited_at: moment, expires_at: moment });

const roleId = wholeNumber(1, 100, 'Неизвестная роль').refine(
  (value) => Object.values<number>(ROLE).includes(value),
  'Неизвестная роль',
);

export const listColleagues = endpoint({
  name: 'listColleagues',
  method: 'GET',
  path: '/api/users',
  summary: 'Colleagues of the company with their roles',
  caller: 'assignRoles',
  data: z.array(colleague),
  failureAlso: 'error_message',
  source: 'docs/spec-lines.md 7, docs/calls.md 6',
});

export const inviteColleague = endpoint({
  name: 'inviteColleague',
  method: 'POST',
  path: '/api/users',
  summary: 'Invites a colleague by phone: he accepts or declines, and the answer is the same for every phone',
  caller: 'assignRoles',
  needsFreshCode: true,
  body: z.object({
    phone: phoneField,
    firstname: personName(),
    lastname: defaultWhenEmpty(optionalPersonName(), ''),
    role_id: roleId,
  }),
  data: invitation,
  failureAlso: 'error_message',
  source: 'docs/calls.md 6 and 15',
});

export const attachRole = endpoint({
  name: 'attachRole',
  method: 'POST',
  path: '/api/users/attachRoles',
  summary: 'Gives a colleague a role',
  caller: 'assignRoles',
  needsFreshCode: true,
  query: z.object({ id, role_id: roleId }),
  data: colleague,
  failureAlso: 'error_message',
  source: 'docs/spec-lines.md 6 and 7, docs/calls.md 6',
});

export const detachRole = endpoint({
  name: 'detachRole',
  method: 'POST',
  path: '/api/users/detachRoles',
  summary: 'Takes a colleague’s role away',
  caller: 'assignRoles',
  needsFreshCode: true,
  body: z.object({ id }),
  data: colleague,
  failureAlso: 'error_message',
  source: 'docs/spec-lines.md 6 and 7, docs/calls.md 6',
});

/** Access state of a person without a role at a client: nothing requested, waiting for its admin, or declined. */
export const ACCESS_STATES = ['closed', 'asked', 'declined'] as const;
export type AccessState = (typeof ACCESS_STATES)[number];

/** Asks the admin of a client, whose INN one knows, for access. Refuses: `inn` of no client; 409 a colleague of a company. */
export const askForAccess = endpoint({
  name: 'askForAccess',
  method: 'POST',
  path: '/api/users/access',
  summary: 'Asks the admin of the client with this INN for access; asked twice it is one request',
  caller: 'signed-in',
  body: z.object({ inn: innField }),
  data: z.object({ access: z.enum(ACCESS_STATES) }),
  source: 'docs/calls.md 6',
});

export const listAccessRequests = endpoint({
  name: 'listAccessRequests',
  method: 'GET',
  path: '/api/users/access',
  summary: 'Who asks the company for access and waits',
  caller: 'assignRoles',
  data: z.array(
    z.object({
      id: z.int(),
      firstname: z.string().nullable(),
      lastname: z.string().nullable(),
      phone: z.string(),
      asked_at: moment,
    }),
  ),
  failureAlso: 'error_message',
  source: 'docs/calls.md 6',
});

export const grantAccess = endpoint({
  name: 'grantAccess',
  method: 'POST',
  path: '/api/users/access/:id/grant',
  summary: 'Makes whoever has asked a colleague, with a role',
  caller: 'assignRoles',
  needsFreshCode: true,
  params: idParams,
  body: z.object({ role_id: roleId }),
  data: colleague,
  failureAlso: 'error_message',
  source: 'docs/calls.md 6',
});

export const declineAccess = endpoint({
  name: 'declineAccess',
  method: 'POST',
  path: '/api/users/access/:id/decline',
  summary: 'Declines a request for access',
  caller: 'assignRoles',
  params: idParams,
  data: z.object({}),
  failureAlso: 'error_message',
  source: 'docs/calls.md 6',
});

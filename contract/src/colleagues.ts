import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { emptyAs, id, optionalText, requiredText, wholeNumber } from './fields.ts';
import { ROLE } from './ids.ts';
import { phoneField } from './phone.ts';

/** Colleagues and their roles: spec section 6 and 7, docs/calls.md 6. */

export const colleague = z.object({
  id: z.int(),
  firstname: z.string().nullable(),
  lastname: z.string().nullable(),
  phone: z.string(),
  permissions: z.array(z.string()),
  role_id: z.int().nullable(),
});

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
  summary: 'Invites a colleague by phone',
  caller: 'assignRoles',
  body: z.object({
    phone: phoneField,
    firstname: requiredText(100),
    lastname: emptyAs(optionalText(100), ''),
    role_id: roleId,
  }),
  data: colleague,
  failureAlso: 'error_message',
  source: 'docs/calls.md 6',
});

export const attachRole = endpoint({
  name: 'attachRole',
  method: 'POST',
  path: '/api/users/attachRoles',
  summary: 'Gives a colleague a role',
  caller: 'assignRoles',
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
  body: z.object({ id }),
  data: colleague,
  failureAlso: 'error_message',
  source: 'docs/spec-lines.md 6 and 7, docs/calls.md 6',
});

import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { defaultWhenEmpty, idParams, moment, optionalPersonName, personName } from '../fields.ts';
import { phoneField } from '../values/phone.ts';
import { STAFF_ROLES } from '../staff-access.ts';

/** The programme's own people and their roles: docs/calls.md 14. */

const role = z.enum(STAFF_ROLES, 'Неизвестная роль');

export const member = z.object({
  id: z.int(),
  firstname: z.string().nullable(),
  lastname: z.string().nullable(),
  phone: z.string(),
  role,
  since: moment.nullable().meta({ description: 'when this role was given; null: before that was kept' }),
  given_by: z
    .object({ id: z.int(), firstname: z.string().nullable(), lastname: z.string().nullable() })
    .nullable(),
  seen_at: moment.nullable().meta({ description: 'the last sign-in' }),
});

export const listMembers = endpoint({
  name: 'listMembers',
  method: 'GET',
  path: '/staff/api/members',
  summary: 'The programme’s staff with their roles',
  caller: 'staff.read',
  data: z.array(member),
  source: 'docs/calls.md 14',
});

/**
 * Two owners are needed for an owner or a treasurer; the only owner makes the second one alone. Refuses on `phone`: a member
 * already, or a colleague of a client.
 */
export const inviteMember = endpoint({
  name: 'inviteMember',
  method: 'POST',
  path: '/staff/api/members',
  summary: 'Makes the owner of a phone a member of the staff',
  caller: 'staff.manageStaff',
  needsFreshCode: true,
  secondPerson: true,
  body: z.object({
    phone: phoneField,
    firstname: personName(),
    lastname: defaultWhenEmpty(optionalPersonName(), ''),
    role,
  }),
  data: member,
  source: 'docs/calls.md 14',
});

/**
 * Two owners are needed where a member becomes an owner or a treasurer, or an owner would lose the role. Refuses: 403 one’s
 * own; 409 the last owner’s.
 */
export const changeMemberRole = endpoint({
  name: 'changeMemberRole',
  method: 'PUT',
  path: '/staff/api/members/:id',
  summary: 'Gives a member another role',
  caller: 'staff.manageStaff',
  needsFreshCode: true,
  secondPerson: true,
  params: idParams,
  body: z.object({ role }),
  data: member,
  source: 'docs/calls.md 14',
});

/** Like `changeMemberRole`. */
export const removeMember = endpoint({
  name: 'removeMember',
  method: 'DELETE',
  path: '/staff/api/members/:id',
  summary: 'Takes somebody out of the staff',
  caller: 'staff.manageStaff',
  needsFreshCode: true,
  secondPerson: true,
  params: idParams,
  data: z.object({}),
  source: 'docs/calls.md 14',
});

export type Member = z.infer<typeof member>;

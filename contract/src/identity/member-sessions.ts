import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { idParams, moment } from '../fields.ts';

/** Open sessions of the programme's staff, for its owner (docs/calls.md 9). */

export const listMemberSessions = endpoint({
  name: 'listMemberSessions',
  method: 'GET',
  path: '/staff/api/members/:id/sessions',
  summary: 'Where a member is signed in; the newest session first',
  caller: 'staff.manageStaff',
  params: idParams,
  data: z.array(
    z.object({
      id: z.int(),
      current: z.boolean().meta({ description: 'the session that asks' }),
      device: z.string().nullable(),
      address: z.string().nullable(),
      created_at: moment,
      factor_at: moment.nullable().meta({ description: 'when it was confirmed by a second factor' }),
      expires_at: moment,
    }),
  ),
  source: 'docs/calls.md 9',
});

export const endMemberSessions = endpoint({
  name: 'endMemberSessions',
  method: 'DELETE',
  path: '/staff/api/members/:id/sessions',
  summary: 'Ends a member’s sessions on every device; one’s own go on in the session that asks',
  caller: 'staff.manageStaff',
  params: idParams,
  data: z.object({ ended: z.int() }),
  source: 'docs/calls.md 9',
});

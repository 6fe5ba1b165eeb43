import { z } from 'zod';
import { colleague, invitation } from './colleagues.ts';
import { endpoint } from '../endpoint.ts';
import { idParams, moment } from '../fields.ts';

/** Invitations of colleagues, from both sides: docs/calls.md 15. The one who is invited decides. */

export const ownInvitation = z.object({
  id: z.int(),
  company: z.object({ inn: z.string(), title: z.string() }),
  role_id: z.int(),
  invited_at: moment,
  expires_at: moment,
});

export const listOwnInvitations = endpoint({
  name: 'listOwnInvitations',
  method: 'GET',
  path: '/api/invitations',
  summary: 'Invitations to the caller’s own phone that wait for an answer',
  caller: 'signed-in',
  data: z.array(ownInvitation),
  source: 'docs/calls.md 15',
});

/**
 * Refuses with 404 an invitation of another phone or one that has ended, and with 409 the programme’s staff and a user
 * who has a role in another company.
 */
export const acceptInvitation = endpoint({
  name: 'acceptInvitation',
  method: 'POST',
  path: '/api/invitations/:id/accept',
  summary: 'Makes the caller a colleague of the company that has invited his phone',
  caller: 'signed-in',
  params: idParams,
  data: colleague,
  source: 'docs/calls.md 15',
});

export const declineInvitation = endpoint({
  name: 'declineInvitation',
  method: 'POST',
  path: '/api/invitations/:id/decline',
  summary: 'Declines an invitation to the caller’s own phone',
  caller: 'signed-in',
  params: idParams,
  data: z.object({}),
  source: 'docs/calls.md 15',
});

export const listInvitations = endpoint({
  name: 'listInvitations',
  method: 'GET',
  path: '/api/users/invitations',
  summary: 'The company’s invitations that nobody has answered yet',
  caller: 'assignRoles',
  data: z.array(invitation),
  failureAlso: 'error_message',
  source: 'docs/calls.md 15',
});

export const withdrawInvitation = endpoint({
  name: 'withdrawInvitation',
  method: 'POST',
  path: '/api/users/invitations/:id/withdraw',
  summary: 'Takes an invitation back',
  caller: 'assignRoles',
  params: idParams,
  data: z.object({}),
  failureAlso: 'error_message',
  source: 'docs/calls.md 15',
});

/** Refuses with 409 the last admin, because the company would have no owner. */
export const leaveCompany = endpoint({
  name: 'leaveCompany',
  method: 'POST',
  path: '/api/users/leave',
  summary: 'The caller leaves his company',
  caller: 'company',
  needsFreshCode: true,
  data: z.object({}),
  source: 'docs/calls.md 15',
});

import type { z } from 'zod';
import { permissionsOfRole, roleId } from '#contract/access.ts';
import type { colleague, invitation } from '#contract/identity/colleagues.ts';
import type { ownInvitation } from '#contract/identity/invitations.ts';
import type { InvitationRecord, OwnInvitation } from './invitations.ts';
import type { ColleagueRecord } from '../../messaging/users/user-roles.ts';

export function presentColleague(record: ColleagueRecord): z.input<typeof colleague> {
  return {
    id: record.id,
    firstname: record.firstname,
    lastname: record.lastname,
    phone: record.phone,
    permissions: permissionsOfRole(record.role),
    role_id: roleId(record.role),
  };
}

/** Uses the invitation alone: nothing in it comes from a user who may be registered under the phone. */
export function presentInvitation(record: InvitationRecord): z.input<typeof invitation> {
  return {
    id: record.id,
    firstname: record.firstname,
    lastname: record.lastname || null,
    phone: record.phone,
    permissions: [],
    role_id: roleId(record.role),
    invited_at: record.invitedAt.toISOString(),
    expires_at: record.expiresAt.toISOString(),
  };
}

export function presentOwnInvitation(own: OwnInvitation): z.input<typeof ownInvitation> {
  return {
    id: own.id,
    company: { inn: own.inn, title: own.title },
    role_id: roleId(own.role) ?? 0,
    invited_at: own.invitedAt.toISOString(),
    expires_at: own.expiresAt.toISOString(),
  };
}

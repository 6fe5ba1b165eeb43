import { can, type Role } from '#contract/access.ts';
import { REQUEST_STATUS, type RequestStatusId } from '#contract/ids.ts';

/** A request can be changed until the programme has looked at it (spec section 4). */
export function canEdit(request: { statusId: RequestStatusId }): boolean {
  return request.statusId === REQUEST_STATUS.created;
}

/**
 * A newcomer may order, and so may a colleague of a company that is not in the programme yet: the first order makes its
 * author the admin (api.md section 3). In a client company it is a right of the role.
 */
export function mayOrder(person: { role: Role; company: { isClient: boolean } | null }): boolean {
  return !person.company?.isClient || can(person.role, 'orderCards');
}

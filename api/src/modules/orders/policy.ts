import { can, type Role } from '#contract/access.ts';
import { REQUEST_STATUS, type RequestStatusId } from '#contract/ids.ts';

/** A request can be changed until the programme has looked at it (spec section 4). */
export function canEdit(request: { statusId: RequestStatusId }): boolean {
  return request.statusId === REQUEST_STATUS.created;
}

interface Orderer {
  role: Role;
  company: { isClient: boolean } | null;
}

/**
 * A newcomer may order, and so may a colleague of a company that is not in the programme yet: the first order makes its
 * author the admin (api.md section 3). In a client company it is a right of the role.
 */
export function mayOrder(person: Orderer): boolean {
  return !person.company?.isClient || isDismissed(person) || can(person.role, 'orderCards');
}

/** Who has lost his role in a client company is as free as a newcomer: it binds him to nothing and shows him nothing. */
export function isDismissed(person: Orderer): boolean {
  return person.company?.isClient === true && person.role === 'none';
}

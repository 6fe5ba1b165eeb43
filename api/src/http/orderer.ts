import { can, type Role } from '#contract/access.ts';

interface Orderer {
  role: Role;
  company: { isClient: boolean } | null;
}

/**
 * A newcomer may order, and so may a colleague of a company that is not in the programme yet: the first order makes
 * its author the admin (docs/calls.md 3). In a client company the role decides.
 */
export function mayOrder(person: Orderer): boolean {
  return !person.company?.isClient || isDismissed(person) || can(person.role, 'orderCards');
}

/**
 * A person who has lost their role in a client company is like a newcomer: the company neither binds them nor is
 * visible to them.
 */
export function isDismissed(person: Orderer): boolean {
  return person.company?.isClient === true && person.role === 'none';
}

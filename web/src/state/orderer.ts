import { useLocation } from 'react-router';
import { roleFromPermissions } from '#contract/access.ts';
import { hasFuelAccess, useSession, type StoredSession } from '../server/session.ts';
import { useDraft } from './order-draft.ts';

/**
 * The session as the order wizard sees it: a user who adds a further company, or who has lost their role in a client company,
 * orders like a newcomer, for a company of their own.
 */
export function useOrderer(): StoredSession {
  const session = useSession();
  const isFurther = useIsFurther();
  const dismissed = hasFuelAccess(session) && roleFromPermissions(session.permissions) === 'none';
  return (dismissed || isFurther) && session.profile
    ? { ...session, profile: { ...session.profile, company: null } }
    : session;
}

/** Returns whether the order is for a further company. The order page of the cabinet is of the company that acts. */
export function useIsFurther(): boolean {
  const { pathname } = useLocation();
  return useDraft().further && pathname.startsWith('/enter/');
}

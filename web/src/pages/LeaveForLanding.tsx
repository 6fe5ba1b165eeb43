import { useEffect } from 'react';
import { Navigate } from 'react-router';
import { hasFuelAccess, isLoggedIn, useSession } from '../server/session.ts';
import { paths } from '../paths.ts';

/**
 * Reached when the router leads to `/`: opens the cabinet of a user who has one (spec section 2), otherwise loads the
 * landing page, which is a separate document.
 */
export function LeaveForLanding() {
  const session = useSession();
  const inCabinet = isLoggedIn(session) && hasFuelAccess(session);
  useEffect(() => {
    if (!inCabinet) window.location.reload();
  }, [inCabinet]);
  return inCabinet ? <Navigate to={paths.cabinet} replace /> : null;
}

import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { recheckProfile, refreshProfile, type Told } from '../../api/refresh-profile.ts';
import { onLeftElsewhere, readSession } from '../../api/session.ts';
import { useLiveUpdates } from '../../api/use-live-updates.ts';
import { queryClient } from '../../api/use-call.ts';
import { clearMaintenance } from '../../api/maintenance.ts';
import { clearDraft } from '../../api/order-draft.ts';
import { paths } from '../../paths.ts';
import { whereTo } from './where-to.ts';

/**
 * Fetches the profile on every route change and does what follows from it (spec section 4, "Session"). Children show
 * at once when the session is known from before; a first visit with a token waits for the first answer.
 */
export function ProfileGate({ children }: { children: ReactNode }) {
  const location = useLocation();
  const navigate = useNavigate();
  const latest = useRef(location);
  useEffect(() => {
    latest.current = location;
  });
  const [known, setKnown] = useState(() => readSession().tokens === null || readSession().profile !== null);

  const follow = useCallback(
    (told: Told) => {
      // What was read in a session that is over is nobody's any more, also where one may stay.
      if (told.refused) queryClient.clear();
      const target = whereTo({ ...latest.current, session: readSession(), ...told });
      if (!target) return;
      void navigate(target, { replace: true, state: returnTo(target, latest.current) });
    },
    [navigate],
  );

  useEffect(() => {
    let current = true;
    void refreshProfile().then((told) => {
      if (!current) return;
      setKnown(true);
      follow(told);
    });
    return () => {
      current = false;
    };
  }, [location.pathname, follow]);

  // Rights were given or taken, or the session has ended, while the page is open.
  useLiveUpdates(
    () =>
      void recheckProfile().then((told) => {
        // Whoever is signing out is on his way by himself.
        if (readSession().tokens) follow(told);
      }),
  );
  // Whoever signs out in one tab has signed out in all: what this one shows is nobody's any more.
  useEffect(
    () =>
      onLeftElsewhere(() => {
        clearDraft();
        clearMaintenance();
        follow({ maintenance: null, refused: true });
      }),
    [follow],
  );

  return known ? children : null;
}

/** Who is sent to the sign-in comes back to where he wanted to go. */
function returnTo(target: string, from: { pathname: string; search: string }): { from: string } | null {
  return target === paths.login ? { from: from.pathname + from.search } : null;
}

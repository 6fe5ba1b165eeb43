import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { recheckProfile, refreshProfile, type ProfileOutcome } from '../../../state/refresh-profile.ts';
import { isLoggedIn, onLeftElsewhere, readSession } from '../../../server/session.ts';
import { useLiveUpdates } from '../../../state/use-live-updates.ts';
import { queryClient } from '../../../state/use-call.ts';
import { clearMaintenance } from '../../../state/maintenance.ts';
import { clearDrafts } from '../../../state/order-draft.ts';
import { showToast } from '../../../ui/layers/Toast.tsx';
import { paths } from '../../../paths.ts';
import { findLinkedCompany } from './linked-company.ts';
import { findRedirect } from './find-redirect.ts';

const LEFT_ELSEWHERE = {
  tone: 'locked',
  title: 'Вы вышли в другой вкладке',
  message: 'Войдите снова, чтобы продолжить. Введённое здесь не сохранилось.',
} as const;

/**
 * Fetches the profile on every route change and does what follows from it (spec section 4, "Session"). Children show
 * at once when the session holds by what is stored; one that has lapsed, or a first visit, waits for the first answer.
 */
export function ProfileGate({ children }: { children: ReactNode }) {
  const location = useLocation();
  const navigate = useNavigate();
  const latest = useRef(location);
  useEffect(() => {
    latest.current = location;
  });
  const [known, setKnown] = useState(() => readSession().tokens === null || isLoggedIn(readSession()));

  const follow = useCallback(
    (outcome: ProfileOutcome) => {
      // Data of an ended session must not stay, even where the user may stay.
      if (outcome.refused) queryClient.clear();
      // A link to another company enters it before anything is decided about the page.
      if (findLinkedCompany(latest.current) !== null && isLoggedIn(readSession())) return;
      const target = findRedirect({ ...latest.current, session: readSession(), ...outcome });
      if (!target) return;
      void navigate(target, { replace: true, state: returnTo(target, latest.current) });
    },
    [navigate],
  );

  useEffect(() => {
    let current = true;
    void refreshProfile().then((outcome) => {
      if (!current) return;
      setKnown(true);
      follow(outcome);
    });
    return () => {
      current = false;
    };
  }, [location.pathname, follow]);

  // Rights were given or taken, or the session has ended, while the page is open.
  useLiveUpdates(
    () =>
      void recheckProfile().then((outcome) => {
        // A user who is signing out is being redirected already.
        if (readSession().tokens) follow(outcome);
      }),
  );
  // Signing out in one tab signs out all of them, so this one must not keep its data.
  useEffect(
    () =>
      onLeftElsewhere(() => {
        clearDrafts();
        clearMaintenance();
        follow({ maintenance: null, refused: true });
        if (readSession().tokens === null) showToast(LEFT_ELSEWHERE);
      }),
    [follow],
  );

  return known ? children : null;
}

/** Returns the page that was requested before the sign-in, so that the user goes back to it. */
function returnTo(target: string, from: { pathname: string; search: string }): { from: string } | null {
  return target === paths.login ? { from: from.pathname + from.search } : null;
}

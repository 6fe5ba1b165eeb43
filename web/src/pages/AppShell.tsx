import { lazy, Suspense, useEffect } from 'react';
import { Link, Outlet, ScrollRestoration } from 'react-router';
import { useSession, useSessionEnded } from '../api/session.ts';
import { ProfileGate } from '../features/session/ProfileGate.tsx';
import { paths } from '../paths.ts';
import { LinkProvider, type AppLinkProps } from '../ui/AppLink.tsx';

/** What every page needs: the router's links, the profile on each route change, and the restored scroll position. */
export function AppShell() {
  return (
    <LinkProvider value={RouterLink}>
      <ProfileGate>
        <Outlet />
      </ProfileGate>
      <SignInAgain />
      <ScrollRestoration />
    </LinkProvider>
  );
}

/** Rarely needed, so it does not hold up a page. */
const loadSignInAgain = () => import('../features/login/SignInAgainModal.tsx');
const SignInAgainModal = lazy(loadSignInAgain);

function SignInAgain() {
  const hasSession = useSession().tokens !== null;
  // Once the session has ended, a new version may have come out and this file may be gone.
  useEffect(() => {
    if (hasSession) loadSignInAgain().catch(() => {});
  }, [hasSession]);
  return useSessionEnded() ? (
    <Suspense fallback={null}>
      <SignInAgainModal />
    </Suspense>
  ) : null;
}

function RouterLink({ to, ...rest }: AppLinkProps) {
  // The landing page is a separate document, not a page of the router.
  return <Link to={to} reloadDocument={to === paths.landing} {...rest} />;
}

import { lazy, Suspense } from 'react';
import { Link, Outlet, ScrollRestoration } from 'react-router';
import { useSessionEnded } from '../api/session.ts';
import { ProfileGate } from '../features/session/ProfileGate.tsx';
import { paths } from '../paths.ts';
import { LinkProvider, type AppLinkProps } from '../ui/AppLink.tsx';

/** What stands round every page: the router's links, the profile on each route change, the place in a long list. */
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

/** Rarely needed, so loaded when it is. */
const SignInAgainModal = lazy(() => import('../features/login/SignInAgainModal.tsx'));

function SignInAgain() {
  return useSessionEnded() ? (
    <Suspense fallback={null}>
      <SignInAgainModal />
    </Suspense>
  ) : null;
}

function RouterLink({ to, ...rest }: AppLinkProps) {
  // The landing page is no page of the router but a document of its own.
  return <Link to={to} reloadDocument={to === paths.landing} {...rest} />;
}

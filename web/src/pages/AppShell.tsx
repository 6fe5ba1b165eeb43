import { lazy, Suspense, useEffect, type ReactNode } from 'react';
import { Link, Navigate, Outlet, ScrollRestoration, useLocation } from 'react-router';
import { useCallThatWaits } from '../server/fresh-code.ts';
import {
  hasFuelAccess,
  isKnown,
  useRoleEnded,
  useFactorAsked,
  useSession,
  useSessionEnded,
} from '../server/session.ts';
import { DeviceNotices } from '../features/account/session/DeviceNotices.tsx';
import { ProfileGate } from '../features/account/session/ProfileGate.tsx';
import { findLinkedCompany, withoutLinkedCompany } from '../features/account/session/linked-company.ts';
import { paths } from '../paths.ts';
import { LinkProvider, type AppLinkProps } from '../ui/AppLink.tsx';

/**
 * Provides what every page needs: the router's links, the profile on each route change, and the restored scroll
 * position.
 */
export function AppShell() {
  return (
    <LinkProvider value={RouterLink}>
      <ProfileGate>
        <LinkedCompanyGate>
          <Outlet />
        </LinkedCompanyGate>
      </ProfileGate>
      <DeviceNotices />
      <SignInAgain />
      <FreshCode />
      <RoleEnded />
      <ScrollRestoration />
    </LinkProvider>
  );
}

const LinkedCompanyPage = lazy(() => import('./LinkedCompanyPage.tsx'));

/** Opens a link that names a company in that company. A page behind it must not read in another one meanwhile. */
function LinkedCompanyGate({ children }: { children: ReactNode }) {
  const location = useLocation();
  const session = useSession();
  const linked = findLinkedCompany(location);
  if (linked === null || !isKnown(session)) return children;
  const page = withoutLinkedCompany(location);
  if (session.profile?.company?.id === linked) return <Navigate to={page} replace />;
  return (
    <Suspense fallback={null}>
      <LinkedCompanyPage key={linked} companyId={linked} page={page} />
    </Suspense>
  );
}

/**
 * It is rarely needed, so no page waits for it. But once the session has ended, a new version may have removed its
 * file.
 */
const LOAD_SIGN_IN_AGAIN_MS = 60_000;
const loadSignInAgain = () => import('./SignInAgain.tsx');
const SignInAgainModal = lazy(loadSignInAgain);
const ConfirmSessionModal = lazy(() => import('../features/account/second-factor/ConfirmSessionModal.tsx'));

function SignInAgain() {
  const hasSession = useSession().tokens !== null;
  useEffect(() => {
    if (!hasSession) return;
    const timer = setTimeout(() => void loadSignInAgain().catch(() => {}), LOAD_SIGN_IN_AGAIN_MS);
    return () => clearTimeout(timer);
  }, [hasSession]);
  const ended = useSessionEnded();
  const requested = useFactorAsked();
  if (!ended && !requested) return null;
  return <Suspense fallback={null}>{ended ? <SignInAgainModal /> : <ConfirmSessionModal />}</Suspense>;
}

const RoleEndedModal = lazy(async () => ({
  default: (await import('../features/account/companies/RoleEndedModal.tsx')).RoleEndedModal,
}));

function RoleEnded() {
  return useRoleEnded() ? (
    <Suspense fallback={null}>
      <RoleEndedModal />
    </Suspense>
  ) : null;
}

const FreshCodeModal = lazy(() => import('../features/account/session/FreshCodeModal.tsx'));

function FreshCode() {
  const call = useCallThatWaits();
  return call ? (
    <Suspense fallback={null}>
      <FreshCodeModal call={call} />
    </Suspense>
  ) : null;
}

function RouterLink({ to, stay = false, ...rest }: AppLinkProps) {
  // The landing page is a separate document, not a page of the router. A user with a cabinet is led there instead.
  const inCabinet = hasFuelAccess(useSession());
  const leaves = to === paths.landing && !inCabinet;
  return <Link to={to} reloadDocument={leaves} preventScrollReset={stay} {...rest} />;
}

import { lazy, Suspense, useEffect } from 'react';
import { Outlet, useLocation } from 'react-router';
import { hasFuelAccess, isKnown, useRole, useSession } from '../../server/session.ts';
import { useTerms } from '../../features/cabinet/terms/use-terms.ts';
import { cacheForOffline } from '../../lib/cache-for-offline.ts';
import { CardSkeleton } from '../../ui/states/Skeleton.tsx';
import { cabinetTitle } from './cabinet-title.ts';
import { CabinetFrame } from './CabinetFrame.tsx';

const TermsGate = lazy(async () => ({ default: (await import('./TermsGate.tsx')).TermsGate }));

/** The frame of every page of the cabinet (spec section 2, "Cabinet"). */
export default function CabinetShell() {
  const { pathname } = useLocation();
  const session = useSession();
  const role = useRole();
  const entered = isKnown(session) && hasFuelAccess(session) && role !== 'none';
  const terms = useTerms(entered);
  useEffect(() => void (entered && cacheForOffline()), [entered]);
  // A user without access is already being redirected by the profile's gate.
  if (!entered) return null;
  if (terms.state === 'closed')
    return (
      <Suspense fallback={null}>
        <TermsGate terms={terms.terms} />
      </Suspense>
    );
  const checking = terms.state === 'checking';
  return (
    <CabinetFrame title={cabinetTitle(pathname)} checking={checking}>
      {checking ? <CardSkeleton count={2} /> : <Outlet />}
    </CabinetFrame>
  );
}

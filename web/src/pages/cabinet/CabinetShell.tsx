import { Outlet, useLocation } from 'react-router';
import { hasFuelAccess, isKnown, useRole, useSession } from '../../server/session.ts';
import { useTerms } from '../../features/terms/use-terms.ts';
import { CardSkeleton } from '../../ui/Skeleton.tsx';
import { cabinetTitle } from './cabinet-title.ts';
import { CabinetFrame } from './CabinetFrame.tsx';
import { TermsGate } from './TermsGate.tsx';

/** The frame of every page of the cabinet (spec section 2, "Cabinet"). */
export default function CabinetShell() {
  const { pathname } = useLocation();
  const session = useSession();
  const role = useRole();
  const entered = isKnown(session) && hasFuelAccess(session) && role !== 'none';
  const terms = useTerms(entered);
  // A user without access is already being redirected by the profile's gate.
  if (!entered) return null;
  if (terms.state === 'closed') return <TermsGate terms={terms.terms} />;
  const checking = terms.state === 'checking';
  return (
    <CabinetFrame title={cabinetTitle(pathname)} checking={checking}>
      {checking ? <CardSkeleton count={2} /> : <Outlet />}
    </CabinetFrame>
  );
}

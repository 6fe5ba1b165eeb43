import { Outlet, useLocation } from 'react-router';
import { hasFuelAccess, isKnown, useRole, useSession } from '../../server/session.ts';
import { useTerms, type Terms } from '../../features/cabinet/terms/use-terms.ts';
import { CardSkeleton } from '../../ui/states/Skeleton.tsx';
import { cabinetTitle } from './cabinet-title.ts';
import { CabinetFrame } from './CabinetFrame.tsx';
import { useState } from 'react';
import { useOperator } from '../../state/use-operator.ts';
import { SignOutModal } from '../../features/cabinet/frame/SignOutModal.tsx';
import { TermsForm } from '../../features/cabinet/terms/TermsForm.tsx';
import { WizardLayout } from '../../layouts/WizardLayout.tsx';
import { useDocumentTitle } from '../../lib/use-document-title.ts';
import { listContacts } from '../../public-documents.ts';
import { Button } from '../../ui/Button.tsx';

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

const AGREEMENT = 'Рамочное соглашение';

/** Replaces the cabinet until the framework agreement is accepted (spec section 2, "Terms gate"). */
function TermsGate({ terms }: { terms: Terms }) {
  const operator = useOperator();
  const company = useSession().profile?.company;
  const [leaving, setLeaving] = useState(false);
  useDocumentTitle(AGREEMENT, operator.name);
  return (
    <WizardLayout
      operatorName={operator.name}
      contacts={listContacts(operator)}
      title={AGREEMENT}
      note="Кабинет откроется, когда соглашение будет принято"
    >
      <TermsForm
        key={terms.version}
        terms={terms}
        companyTitle={company?.title ?? ''}
        secondary={
          <Button variant="quiet" onClick={() => setLeaving(true)}>
            Выйти
          </Button>
        }
      />
      <SignOutModal opened={leaving} onClose={() => setLeaving(false)} />
    </WizardLayout>
  );
}

import { useState } from 'react';
import { SignOutModal } from '../../features/cabinet/frame/SignOutModal.tsx';
import { TermsForm } from '../../features/cabinet/terms/TermsForm.tsx';
import type { Terms } from '../../features/cabinet/terms/use-terms.ts';
import { WizardLayout } from '../../layouts/WizardLayout.tsx';
import { useDocumentTitle } from '../../lib/use-document-title.ts';
import { listContacts } from '../../public-documents.ts';
import { useSession } from '../../server/session.ts';
import { useOperator } from '../../state/use-operator.ts';
import { Button } from '../../ui/Button.tsx';

const AGREEMENT = 'Рамочное соглашение';

/** Replaces the cabinet until the framework agreement is accepted (spec section 2, "Terms gate"). */
export function TermsGate({ terms }: { terms: Terms }) {
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

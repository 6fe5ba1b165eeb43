import { useState } from 'react';
import { can } from '#contract/access.ts';
import { CompanyChoice } from '../features/account/companies/CompanyChoice.tsx';
import { OwnInvitations } from '../features/account/invitations/OwnInvitations.tsx';
import { ColleagueList } from '../features/cabinet/colleagues/ColleagueList.tsx';
import { OpenInvitations } from '../features/cabinet/colleagues/OpenInvitations.tsx';
import { ReceivedDelegations } from '../features/cabinet/delegations/ReceivedDelegations.tsx';
import { SignOutModal } from '../features/cabinet/frame/SignOutModal.tsx';
import { WizardLayout } from '../layouts/WizardLayout.tsx';
import { useDocumentTitle } from '../lib/use-document-title.ts';
import { paths } from '../paths.ts';
import { listContacts } from '../public-documents.ts';
import { useRole, useSession } from '../server/session.ts';
import { recheckProfile } from '../state/refresh-profile.ts';
import { useOperator } from '../state/use-operator.ts';
import { Button } from '../ui/Button.tsx';
import { Panel } from '../ui/Panel.tsx';
import { Stack } from '../ui/Stack.tsx';

/** `/firm`: an accounting firm outside the programme: the companies that trust it, and its people. It has no cabinet of its own. */
export default function FirmPage() {
  const operator = useOperator();
  const { profile } = useSession();
  const isAdmin = can(useRole(), 'assignRoles');
  const [leaving, setLeaving] = useState(false);
  const company = profile?.company;
  useDocumentTitle('Бухгалтерия', operator.name);
  if (!company) return null;
  return (
    <WizardLayout
      operatorName={operator.name}
      contacts={listContacts(operator)}
      title={company.title}
      note="Бухгалтерия: работает для компаний, которые доверили ей доступ"
      leave={{ to: paths.order('enter', '1'), label: 'К подключению своей компании' }}
      action={
        <Button variant="quiet" size="small" onClick={() => setLeaving(true)}>
          Выйти
        </Button>
      }
    >
      <Stack gap="3">
        <OwnInvitations onAccepted={async () => void (await recheckProfile())} />
        {(profile.companies ?? 0) > 1 && (
          <Panel title="Перейти в компанию">
            <CompanyChoice />
          </Panel>
        )}
        {isAdmin && <ReceivedDelegations always />}
        {isAdmin && (
          <section aria-label="Сотрудники">
            <Stack gap="3">
              <ColleagueList />
              <OpenInvitations />
            </Stack>
          </section>
        )}
      </Stack>
      <SignOutModal opened={leaving} onClose={() => setLeaving(false)} />
    </WizardLayout>
  );
}

import { can } from '#contract/access.ts';
import { useRole } from '../../server/session.ts';
import { AccessRequests } from '../../features/cabinet/colleagues/AccessRequests.tsx';
import { AuthorityPanel } from '../../features/cabinet/authority/AuthorityPanel.tsx';
import { GivenDelegations } from '../../features/cabinet/delegations/GivenDelegations.tsx';
import { ReceivedDelegations } from '../../features/cabinet/delegations/ReceivedDelegations.tsx';
import { ColleagueList } from '../../features/cabinet/colleagues/ColleagueList.tsx';
import { SharedCodePanel } from '../../features/cabinet/colleagues/SharedCodePanel.tsx';
import { OpenInvitations } from '../../features/cabinet/colleagues/OpenInvitations.tsx';
import { Notice } from '../../ui/states/Notice.tsx';
import { Stack } from '../../ui/Stack.tsx';

/** /cabinet/permissions: «Доступ». */
export default function PermissionsPage() {
  if (!can(useRole(), 'assignRoles'))
    return <Notice tone="warn">Роли назначает администратор компании.</Notice>;
  return (
    <Stack>
      <AuthorityPanel />
      <AccessRequests />
      <ColleagueList />
      <OpenInvitations />
      <ReceivedDelegations />
      <GivenDelegations />
      <SharedCodePanel />
    </Stack>
  );
}

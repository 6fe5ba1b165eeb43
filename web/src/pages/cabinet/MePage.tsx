import { useNavigate } from 'react-router';
import { ROLE_TITLE } from '#contract/access.ts';
import { ChannelsPanel } from '../../features/account/channels/ChannelsPanel.tsx';
import { LeaveCompany } from '../../features/cabinet/colleagues/LeaveCompany.tsx';
import { MailPanel } from '../../features/account/mail/MailPanel.tsx';
import { MyDataPanel } from '../../features/account/my-data/MyDataPanel.tsx';
import { readSession, showCompany, useRole, useSession } from '../../server/session.ts';
import { paths } from '../../paths.ts';
import { openActingCompany } from '../../state/enter-company.ts';
import { refreshProfile } from '../../state/refresh-profile.ts';
import { queryClient } from '../../state/use-call.ts';
import { Panel } from '../../ui/Panel.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { toPerson } from './person-actions.tsx';

/** /cabinet/me: «Мои данные», the person's own, whatever the company. */
export default function MePage() {
  const session = useSession();
  const role = useRole();
  const navigate = useNavigate();
  const company = session.profile?.company;
  const leave = async () => {
    // The tab goes on in whichever company is left.
    showCompany(null);
    await refreshProfile();
    queryClient.clear();
    if ((readSession().profile?.companies ?? 0) > 0) return openActingCompany();
    await navigate(paths.order('enter', '1'), { replace: true });
  };
  return (
    <Stack>
      <Panel title={toPerson(session).name}>
        <p className="ink-2">Телефон для входа: {session.profile?.masked_phone}</p>
      </Panel>
      <MailPanel />
      <ChannelsPanel />
      {company && (
        <Panel title="Компания">
          <Stack>
            <p>
              {company.title}, роль «{ROLE_TITLE[role]}»
            </p>
            <div>
              <LeaveCompany title={company.title} onLeft={leave} />
            </div>
          </Stack>
        </Panel>
      )}
      <MyDataPanel />
    </Stack>
  );
}

import { MailPanel } from '../../features/mail/MailPanel.tsx';
import { useSession } from '../../server/session.ts';
import { Panel } from '../../ui/Panel.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { personOf } from './cabinet-places.tsx';

/** /cabinet/me: «Мои данные», the person's own, whatever the company. */
export default function MePage() {
  const session = useSession();
  return (
    <Stack>
      <Panel title={personOf(session).name}>
        <p className="ink-2">Телефон для входа: {session.profile?.masked_phone}</p>
      </Panel>
      <MailPanel />
    </Stack>
  );
}

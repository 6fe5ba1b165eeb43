import { MailOutbox } from '../features/dev/MailOutbox.tsx';
import { PageTitle } from '../ui/PageTitle.tsx';
import { Stack } from '../ui/Stack.tsx';
import { PublicFrame } from './PublicFrame.tsx';

/** `/dev/mail`: shows the emails of a development machine. */
export default function DevMailPage() {
  return (
    <PublicFrame title="Почта разработчика">
      <Stack gap="3">
        <PageTitle note="Письма, которые не ушли на почтовый сервер">Почта разработчика</PageTitle>
        <MailOutbox />
      </Stack>
    </PublicFrame>
  );
}

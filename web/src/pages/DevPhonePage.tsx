import { Outbox } from '../features/dev/Outbox.tsx';
import { PageTitle } from '../ui/PageTitle.tsx';
import { Stack } from '../ui/Stack.tsx';
import { PublicFrame } from './PublicFrame.tsx';

/** `/dev/phone`: shows the codes sent on a development machine. */
export default function DevPhonePage() {
  return (
    <PublicFrame title="Телефон разработчика">
      <Stack gap="3">
        <PageTitle note="Сообщения, которые не ушли к оператору связи">Телефон разработчика</PageTitle>
        <Outbox />
      </Stack>
    </PublicFrame>
  );
}

import { Outbox } from '../features/dev/Outbox.tsx';
import { PageTitle } from '../ui/PageTitle.tsx';
import { Stack } from '../ui/Stack.tsx';
import { PublicFrame } from './PublicFrame.tsx';

/** `/dev/phone`: where the codes of a development machine are read. */
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

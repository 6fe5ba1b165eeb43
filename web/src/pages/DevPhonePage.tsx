import { DevPhone } from '../features/dev/DevPhone.tsx';
import { PageTitle } from '../ui/PageTitle.tsx';
import { Stack } from '../ui/Stack.tsx';
import { PublicFrame } from './PublicFrame.tsx';

/** `/dev/phone`: shows what a phone would have got from a development machine. */
export default function DevPhonePage() {
  return (
    <PublicFrame title="Телефон разработчика">
      <Stack gap="3">
        <PageTitle note="Сообщения, которые никуда не ушли: СМС, письма, чаты и уведомления браузера">
          Телефон разработчика
        </PageTitle>
        <DevPhone />
      </Stack>
    </PublicFrame>
  );
}

import { EmbeddedBank } from '../features/dev/EmbeddedBank.tsx';
import { PageTitle } from '../ui/PageTitle.tsx';
import { Stack } from '../ui/Stack.tsx';
import { PublicFrame } from './PublicFrame.tsx';

/** `/dev/bank?order=…`: the payer's bank on a development machine. */
export default function DevBankPage() {
  return (
    <PublicFrame title="Банк разработчика">
      <Stack gap="3">
        <PageTitle note="Вместо приложения банка: деньги не настоящие">Банк разработчика</PageTitle>
        <EmbeddedBank />
      </Stack>
    </PublicFrame>
  );
}

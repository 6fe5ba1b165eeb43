import { EmbeddedEdm } from '../features/dev/EmbeddedEdm.tsx';
import { PageTitle } from '../ui/PageTitle.tsx';
import { Stack } from '../ui/Stack.tsx';
import { PublicFrame } from './PublicFrame.tsx';

/** `/dev/edm`: the operator of electronic documents of a development machine. */
export default function DevEdmPage() {
  return (
    <PublicFrame title="ЭДО разработчика">
      <Stack gap="3">
        <PageTitle note="Вместо кабинета оператора: ответьте за покупателя">ЭДО разработчика</PageTitle>
        <EmbeddedEdm />
      </Stack>
    </PublicFrame>
  );
}

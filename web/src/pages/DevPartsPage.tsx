import { PartGallery } from '../features/parts/PartGallery.tsx';
import { PageTitle } from '../ui/PageTitle.tsx';
import { Stack } from '../ui/Stack.tsx';
import { PublicFrame } from './PublicFrame.tsx';

/** `/dev/parts`: the parts that screens are made of, for those who build or review them. */
export default function DevPartsPage() {
  return (
    <PublicFrame title="Части интерфейса">
      <Stack gap="3">
        <PageTitle note="Оформление переключается внизу страницы">Части интерфейса</PageTitle>
        <PartGallery />
      </Stack>
    </PublicFrame>
  );
}

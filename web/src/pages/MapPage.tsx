import { lazy, Suspense } from 'react';
import { hasFuelAccess, isLoggedIn, useRole, useSession } from '../server/session.ts';
import { StationExplorer } from '../features/public/stations/StationExplorer.tsx';
import { paths } from '../paths.ts';
import { PageTitle } from '../ui/text/PageTitle.tsx';
import { PublicFrame } from './PublicFrame.tsx';

/** A visitor does not load the cabinet. */
const CabinetFrame = lazy(async () => ({
  default: (await import('./cabinet/CabinetFrame.tsx')).CabinetFrame,
}));

/** `/map`: open to visitors. A user with a cabinet stays in it. */
export default function MapPage() {
  const session = useSession();
  const role = useRole();
  const inCabinet = isLoggedIn(session) && hasFuelAccess(session) && role !== 'none';
  const explorer = (
    <StationExplorer
      hasCards={inCabinet}
      title={
        <PageTitle back={inCabinet ? undefined : { to: paths.landing, label: 'Назад, на главную' }}>
          АЗС
        </PageTitle>
      }
    />
  );
  if (!inCabinet) {
    return (
      <PublicFrame title="АЗС" bleed>
        {explorer}
      </PublicFrame>
    );
  }
  return (
    <Suspense>
      <CabinetFrame title="АЗС" bleed>
        {explorer}
      </CabinetFrame>
    </Suspense>
  );
}

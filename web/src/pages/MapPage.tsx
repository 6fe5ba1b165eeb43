import { hasFuelAccess, isLoggedIn, useSession } from '../server/session.ts';
import { StationExplorer } from '../features/stations/StationExplorer.tsx';
import { paths } from '../paths.ts';
import { PageTitle } from '../ui/PageTitle.tsx';
import { PublicFrame } from './PublicFrame.tsx';

/** `/map`: open to visitors; a user who came from the cabinet returns there. */
export default function MapPage() {
  const session = useSession();
  const cabinet = isLoggedIn(session) && hasFuelAccess(session);
  return (
    <PublicFrame title="АЗС" bleed>
      <StationExplorer
        hasCards={cabinet}
        title={
          <PageTitle
            back={
              cabinet
                ? { to: paths.cabinet, label: 'Назад, в личный кабинет' }
                : { to: paths.landing, label: 'Назад, на главную' }
            }
          >
            АЗС
          </PageTitle>
        }
      />
    </PublicFrame>
  );
}

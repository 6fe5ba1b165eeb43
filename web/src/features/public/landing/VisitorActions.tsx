import { resetForNewOrder } from '../../../state/order-draft.ts';
import { hasFuelAccess, isLoggedIn, useSession } from '../../../server/session.ts';
import { useOperator } from '../../../state/use-operator.ts';
import { HeaderActions } from './HeaderActions.tsx';
import { visitorLinks } from './visitor-links.ts';

/** The header's buttons for a page that knows the visitor from the session. */
export function VisitorActions() {
  const { chatUrl } = useOperator();
  const session = useSession();
  const links = visitorLinks({ loggedIn: isLoggedIn(session), fuelAccess: hasFuelAccess(session) });
  return <HeaderActions {...links} chatUrl={chatUrl} onStartOrder={resetForNewOrder} />;
}

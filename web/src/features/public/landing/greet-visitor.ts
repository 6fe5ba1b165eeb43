import { MAINTENANCE_OF_EVERYTHING } from '#contract/ids.ts';
import { resetForNewOrder } from '../../../state/order-draft.ts';
import { refreshProfile } from '../../../state/refresh-profile.ts';
import { hasFuelAccess, isLoggedIn, readSession } from '../../../server/session.ts';
import { paths } from '../../../paths.ts';
import { PART } from './landing-parts.ts';
import { visitorLinks } from './visitor-links.ts';

/**
 * Prepares the landing page for a visitor who has signed in before. Fetches the profile as every route does (spec
 * section 4), redirects on full maintenance or with fuel access, and updates the buttons otherwise.
 */
export async function greetVisitor(): Promise<void> {
  follow();
  const { maintenance } = await refreshProfile();
  const session = readSession();
  if (maintenance?.partner === MAINTENANCE_OF_EVERYTHING) location.replace(paths.maintenance);
  else if (isLoggedIn(session) && hasFuelAccess(session)) location.replace(paths.cabinet);
  else follow();
}

function follow(): void {
  const session = readSession();
  const { login, orderTo } = visitorLinks({
    loggedIn: isLoggedIn(session),
    fuelAccess: hasFuelAccess(session),
  });
  const link = document.querySelector<HTMLAnchorElement>(PART.login.selector);
  if (!link) return;
  link.href = login.to;
  link.textContent = login.label;
  link.onclick = login.startsOrder ? resetForNewOrder : null;
  for (const order of document.querySelectorAll<HTMLAnchorElement>(PART.order.selector)) order.href = orderTo;
}

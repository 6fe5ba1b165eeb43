import { MAINTENANCE_OF_EVERYTHING } from '#contract/ids.ts';
import { PAGES } from '#contract/pages.ts';
import { hasFuelAccess, isLoggedIn, type StoredSession } from '../../../server/session.ts';
import { paths } from '../../../paths.ts';
import type { Maintenance } from '../../../state/maintenance.ts';

/**
 * Returns where a route change leads instead, or null if the user may stay (spec sections 2, 4 and 6). Pure: the
 * profile has been fetched already, or its fetch has failed and the session is empty.
 */
export function findRedirect(at: {
  pathname: string;
  session: StoredSession;
  maintenance: Maintenance | null;
  /** The profile call has just cleared a session that existed. */
  refused?: boolean;
}): string | null {
  const { session, maintenance, refused = false } = at;
  const pathname = at.pathname.replace(/(.)\/+$/, '$1');
  const loggedIn = isLoggedIn(session);
  // The user who ends the maintenance must be able to sign in.
  if (pathname === paths.login && !loggedIn && !refused) return null;
  if (isClosed(pathname, maintenance)) return paths.maintenance;
  if (isWizard(pathname)) return loggedIn ? null : paths.landing;
  if (pathname === paths.firm) return getFirmRedirect(session, loggedIn);
  if (isCabinet(pathname) || isStaff(pathname)) {
    if (!loggedIn) return paths.login;
    if (isStaff(pathname)) return session.profile?.is_staff ? null : paths.cabinet;
    return getCabinetRedirect(session);
  }
  if (pathname === paths.landing) return loggedIn && hasFuelAccess(session) ? paths.cabinet : null;
  if (pathname === paths.permissionsDenied) return session.permissions.length > 0 ? paths.cabinet : null;
  if (refused && !isDevelopment(pathname) && !isOpenToVisitors(pathname)) return paths.login;
  if (pathname === paths.maintenance) return maintenance ? null : paths.cabinet;
  return null;
}

/**
 * Pages where a user whose session has just ended may stay (spec section 4). He is a visitor from then on, and news,
 * maintenance and the page of an unknown address are open to visitors (docs/specification.md 2).
 */
function isOpenToVisitors(pathname: string): boolean {
  return LINK_PAGES.includes(pathname) || !PAGES.some((page) => page === pathname);
}

const LINK_PAGES: readonly string[] = [
  paths.login,
  paths.lostPhone,
  paths.landing,
  paths.permissionsDenied,
  paths.map,
  paths.news(),
  paths.confirmMail,
  paths.unsubscribe,
  paths.maintenance,
];

/** Returns where a user without access to the cabinet goes instead. Access needs a client record and permissions. */
function getCabinetRedirect(session: StoredSession): string | null {
  if (!hasFuelAccess(session)) return session.profile?.is_staff ? paths.staff : paths.order('enter', '1');
  return session.permissions.length === 0 ? paths.permissionsDenied : null;
}

/** Returns where the page of a firm leads a user of the programme, and one who has no role in any firm. */
function getFirmRedirect(session: StoredSession, loggedIn: boolean): string | null {
  if (!loggedIn) return paths.login;
  if (hasFuelAccess(session)) return paths.cabinet;
  return session.permissions.length > 0 ? null : paths.order('enter', '1');
}

/** Maintenance of everything closes every route except those of the staff, who end it. */
function isClosed(pathname: string, maintenance: Maintenance | null): boolean {
  if (maintenance?.partner !== MAINTENANCE_OF_EVERYTHING) return false;
  return pathname !== paths.maintenance && !isStaff(pathname) && !isDevelopment(pathname);
}

function isDevelopment(pathname: string): boolean {
  return pathname.startsWith('/dev/');
}

function isCabinet(pathname: string): boolean {
  return pathname === paths.cabinet || pathname.startsWith(`${paths.cabinet}/`);
}

function isStaff(pathname: string): boolean {
  return pathname === paths.staff || pathname.startsWith(`${paths.staff}/`);
}

function isWizard(pathname: string): boolean {
  return /^\/(create|enter)\/(1|2|order)$/.test(pathname);
}

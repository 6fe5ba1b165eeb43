import { hasFuelAccess, type StoredSession } from '../../../server/session.ts';
import { paths } from '../../../paths.ts';

/**
 * Returns where to go after signing in (spec sections 2 and 4): to where the second factor is connected, if the company
 * requires one; to the requested page; else to the cabinet if the company is a client; the programme's staff without a
 * company to the staff pages; all others to the first step of joining.
 */
export function afterSignIn(session: StoredSession, wanted: string | null): string {
  if (session.profile?.asks_factor) return paths.security;
  if (wanted && isOwnPath(wanted)) return wanted;
  if (hasFuelAccess(session)) return paths.cabinet;
  if (session.profile?.is_staff && !session.profile.company) return paths.staff;
  return paths.order('enter', '1');
}

/** A path of this product, never another site's; the sign-in page itself does not count. */
function isOwnPath(path: string): boolean {
  return /^\/(?![/\\])/.test(path) && !path.startsWith(paths.login);
}

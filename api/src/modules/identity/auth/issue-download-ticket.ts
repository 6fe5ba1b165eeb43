import { DOWNLOAD_TICKET_SECONDS } from '#contract/limits.ts';
import type { Context } from '../../../context.ts';
import { fieldRefusal, noRoleInCompany } from '../../../errors.ts';
import { pathWithoutTicket } from '../../../http/identify-caller.ts';
import type { Session } from '../../../http/session.ts';
import { hashSha256, newToken } from '../../../lib/secrets.ts';
import { deleteStaleTickets, insertTicket } from '../../../http/download-ticket.ts';

/** A ticket for one path of this session, in the company for which it acts now: one minute, one use (docs/calls.md 1). */
export async function issueDownloadTicket(
  ctx: Context,
  session: Session,
  path: string,
): Promise<{ ticket: string; expiresAt: Date }> {
  // Without a company the ticket would open the file of the one that the session has entered.
  if (session.namesCompany && !session.company) throw noRoleInCompany();
  const now = ctx.clock.now();
  const expiresAt = new Date(now.getTime() + DOWNLOAD_TICKET_SECONDS * 1000);
  const ticket = newToken();
  await deleteStaleTickets(ctx.db.system, now);
  await insertTicket(ctx.db.system, {
    ticketHash: hashSha256(ticket),
    sessionId: session.id,
    companyId: session.company?.id ?? null,
    path: requestedPath(path),
    expiresAt,
  });
  return { ticket, expiresAt };
}

/** The path as the browser will send it: absolute, dots resolved, other alphabets encoded, the ticket itself left out. */
function requestedPath(path: string): string {
  const url = new URL(path.startsWith('/') ? path : `/${path}`, 'http://localhost');
  if (!/^\/(api|staff\/api)\//.test(url.pathname)) throw fieldRefusal('path', 'Укажите путь вызова');
  return pathWithoutTicket(url.pathname + url.search);
}

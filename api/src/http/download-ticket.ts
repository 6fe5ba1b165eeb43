import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { firstRow, type Db } from '../db/database.ts';
import { deleteInBatches } from '../db/delete-in-batches.ts';
import { hashSha256 } from '../lib/secrets.ts';

export async function insertTicket(
  db: Db,
  ticket: { ticketHash: Buffer; sessionId: number; companyId: number | null; path: string; expiresAt: Date },
): Promise<void> {
  await sql`
    insert into download_ticket (ticket_hash, session_id, acting_company_id, path, expires_at)
    values (${ticket.ticketHash}, ${ticket.sessionId}, ${ticket.companyId}, ${ticket.path}, ${ticket.expiresAt})`.execute(
    db,
  );
}

/**
 * Spends a download ticket and returns its session and the company for which it was issued: valid for one path, one minute, one
 * use (docs/calls.md 1). A ticket issued for a path with a query opens that query only.
 */
export async function takeTicket(
  ctx: Context,
  ticket: string,
  path: string,
): Promise<{ sessionId: number; companyId: number | null } | null> {
  const [bare = path] = path.split('?', 1);
  const spent = await firstRow(
    ctx.db.system,
    sql<{ session_id: number; acting_company_id: number | null }>`
      update download_ticket set used_at = ${ctx.clock.now()}
      where ticket_hash = ${hashSha256(ticket)} and used_at is null and expires_at > ${ctx.clock.now()}
        and path = any(${[path, bare]}::text[])
      returning session_id, acting_company_id`,
  );
  return spent && { sessionId: spent.session_id, companyId: spent.acting_company_id };
}

/** Deletes tickets that ran out before a moment, and returns how many. */
export function deleteStaleTickets(db: Db, before: Date): Promise<number> {
  return deleteInBatches(db, 'download_ticket', sql`expires_at < ${before}`);
}

import { sql } from 'kysely';
import type { ClosingKind } from '#contract/papers/closing.ts';
import { getOnlyRow, rows, type Db } from '../../../../db/database.ts';

/** Number of cases of a kind that prevent closing a month. */
export interface OpenCase {
  kind: ClosingKind;
  count: number;
}

/** User who closed a month, cases that were open then, and why it was closed all the same. */
export interface ClosingDecision {
  at: Date;
  by: { id: number; firstname: string | null; lastname: string | null };
  open: OpenCase[];
  despite: ClosingKind[];
  reason: string | null;
}

/** Decisions about one month are made one after another; the turn ends with the transaction. */
export async function takeTurn(tx: Db, month: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`close-month:${month}`}))`.execute(tx);
}

export async function isDecided(db: Db, month: string): Promise<boolean> {
  const row = await getOnlyRow(
    db,
    sql<{ decided: boolean }>`select exists (select from closing_decision where month = ${month}) as decided`,
  );
  return row.decided;
}

/** Returns when the first client joined the programme; null where there is none. */
export async function findProgrammeStart(db: Db): Promise<Date | null> {
  const { start } = await getOnlyRow(
    db,
    sql<{ start: Date | null }>`select min(client_since) as start from company`,
  );
  return start;
}

export async function insertDecision(
  tx: Db,
  decision: {
    month: string;
    userId: number;
    now: Date;
    open: readonly OpenCase[];
    despite: readonly ClosingKind[];
    reason: string | null;
  },
): Promise<void> {
  const { month, userId, now, open, despite, reason } = decision;
  await sql`
    insert into closing_decision (month, decided_by, decided_at, open, despite, reason)
    values (${month}, ${userId}, ${now}, ${JSON.stringify(open)}, ${[...despite]}::text[], ${reason})`.execute(
    tx,
  );
}

/** Oldest first. */
export async function listDecisions(db: Db, month: string): Promise<ClosingDecision[]> {
  const found = await rows(
    db,
    sql<{
      at: Date;
      user_id: number;
      firstname: string | null;
      lastname: string | null;
      open: OpenCase[];
      despite: ClosingKind[];
      reason: string | null;
    }>`
      select decision.decided_at as at, person.id as user_id, person.firstname, person.lastname, decision.open,
        decision.despite, decision.reason
      from closing_decision decision join app_user person on person.id = decision.decided_by
      where decision.month = ${month} order by decision.id`,
  );
  return found.map(({ at, user_id: id, firstname, lastname, open, despite, reason }) => ({
    at,
    by: { id, firstname, lastname },
    open,
    despite,
    reason,
  }));
}

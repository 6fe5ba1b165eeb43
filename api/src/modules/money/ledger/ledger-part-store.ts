import { sql } from 'kysely';
import { onlyRow, rows, type Db } from '../../../db/database.ts';
import type { LedgerPart } from './ledger-part.ts';

/** Oldest first. */
export async function listLedgerParts(db: Db): Promise<LedgerPart[]> {
  const found = await rows(
    db,
    sql<{
      month: string;
      first_id: number;
      begins_at: Date | null;
      turned_at: Date | null;
      analyzed: boolean;
    }>`
      select month, first_id, begins_at, turned_at, analyzed_at is not null as analyzed from ledger_part order by month`,
  );
  return found.map((row) => ({
    month: row.month,
    firstId: row.first_id,
    beginsAt: row.begins_at,
    turnedAt: row.turned_at,
    isAnalyzed: row.analyzed,
  }));
}

/** The last id of a transfer that was given to anybody. */
export async function readLastId(db: Db): Promise<number> {
  return (await onlyRow(db, sql<{ id: number }>`select last_value as id from ledger_transfer_id_seq`)).id;
}

/** One process at a time sees to the parts; the turn ends with the transaction. */
export async function takePartsTurn(tx: Db): Promise<boolean> {
  const { taken } = await onlyRow(
    tx,
    sql<{ taken: boolean }>`select pg_try_advisory_xact_lock(hashtext('ledger-parts')) as taken`,
  );
  return taken;
}

/** Fails with `lock_not_available` when somebody reads all parts just now. */
export async function makePart(tx: Db, month: string, args: { now: Date; lockMs: number }): Promise<void> {
  await sql`select set_config('lock_timeout', ${`${args.lockMs}ms`}, true)`.execute(tx);
  await sql`select make_ledger_part(${month}::date, ${args.now})`.execute(tx);
}

/** Committed before the turn: what is numbered in the part comes after this moment. */
export async function beginPart(tx: Db, month: string, now: Date): Promise<void> {
  await sql`update ledger_part set begins_at = ${now} where month = ${month}::date and begins_at is null`.execute(
    tx,
  );
}

export async function turnPart(tx: Db, month: string, now: Date): Promise<void> {
  await sql`select turn_ledger_part(${month}::date, ${now})`.execute(tx);
}

/** Reads a sample of each part beside those who use it. */
export async function analyzeParts(tx: Db, month: string, now: Date): Promise<void> {
  await sql`set local statement_timeout = '20min'`.execute(tx);
  await sql`select analyze_ledger()`.execute(tx);
  await sql`update ledger_part set analyzed_at = ${now} where month = ${month}::date`.execute(tx);
}

/** Rows outside every part: there should be none. */
export async function hasStrays(db: Db): Promise<boolean> {
  const { found } = await onlyRow(
    db,
    sql<{ found: boolean }>`
      select exists (select from ledger_transfer_stray) or exists (select from ledger_entry_stray) as found`,
  );
  return found;
}

import { sql } from 'kysely';
import { getOnlyRow, rows, type Db } from '../../../db/database.ts';
import type { BooksFinding, BooksSummary } from './check-balance.ts';
import type { BankFinding } from './check-bank.ts';
import type { ComparedSide } from './card-comparison-store.ts';
import type { CardDifference } from './card-difference.ts';
import type { LogFinding } from './check-log.ts';
import type { Difference } from './difference.ts';

/** The trigger of the check. */
export type ReconciliationTrigger = 'nightly' | 'by-hand' | 'command';

/** The report of one check of the books. */
export interface Reconciliation {
  id: number;
  askedBy: ReconciliationTrigger;
  /** Moscow, `YYYY-MM-DD`. */
  day: string;
  startedAt: Date;
  finishedAt: Date;
  transfers: number;
  cards: number;
  /** Networks that answered for their cards. */
  networks: number[];
  /** Money of both sides. Empty in reports of earlier versions. */
  sides: ComparedSide[];
  /** Null in reports of earlier versions. */
  books: BooksSummary | null;
  /** Number of differences found. `found` lists them. */
  differences: number;
  found: (Difference | BooksFinding | BankFinding | CardDifference | LogFinding)[];
}

export async function countTransfers(db: Db): Promise<number> {
  return (await getOnlyRow(db, sql<{ count: number }>`select count(*) as count from ledger_transfer`)).count;
}

/** Stores a report; null when another process has stored this night's. */
export async function insertReconciliation(
  tx: Db,
  report: Omit<Reconciliation, 'id' | 'differences'>,
): Promise<number | null> {
  const { found } = report;
  const written = await rows(
    tx,
    sql<{ id: number }>`
      insert into reconciliation_run (asked_by, day, started_at, finished_at, transfers, cards, networks, sides, books,
        differences)
      values (${report.askedBy}, ${report.day}, ${report.startedAt}, ${report.finishedAt}, ${report.transfers},
        ${report.cards}, ${report.networks}::int[], ${JSON.stringify(report.sides)}::jsonb,
        ${JSON.stringify(report.books)}::jsonb, ${found.length})
      on conflict (day) where asked_by = 'nightly' do nothing
      returning id`,
  );
  const id = written[0]?.id;
  if (id === undefined) return null;
  await sql`
    insert into reconciliation_difference (run_id, kind, details)
    select ${id}, kind, details from unnest(
      ${found.map((item) => item.kind)}::text[], ${found.map((item) => JSON.stringify(item.details))}::jsonb[]
    ) as found (kind, details)`.execute(tx);
  return id;
}

export async function hasNightly(db: Db, day: string): Promise<boolean> {
  const found = await rows(
    db,
    sql<{ id: number }>`select id from reconciliation_run where asked_by = 'nightly' and day = ${day}::date`,
  );
  return found.length > 0;
}

interface RunRow {
  id: number;
  asked_by: ReconciliationTrigger;
  day: string;
  started_at: Date;
  finished_at: Date;
  transfers: number;
  cards: number;
  networks: number[];
  sides: ComparedSide[];
  books: BooksSummary | null;
  differences: number;
  found: Reconciliation['found'];
}

/** Reports with everything they found, newest first. */
export async function listReconciliations(db: Db, limit: number): Promise<Reconciliation[]> {
  const found = await rows(
    db,
    sql<RunRow>`
      select run.id, run.asked_by, run.day, run.started_at, run.finished_at, run.transfers, run.cards, run.networks, run.sides,
        run.books, run.differences, coalesce((
          select json_agg(json_build_object('kind', kind, 'details', details) order by id)
          from reconciliation_difference where run_id = run.id), '[]') as found
      from reconciliation_run run order by run.id desc limit ${limit}`,
  );
  return found.map((row) => ({
    id: row.id,
    askedBy: row.asked_by,
    day: row.day,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
    transfers: row.transfers,
    cards: row.cards,
    networks: row.networks,
    sides: row.sides,
    books: row.books,
    differences: row.differences,
    found: row.found,
  }));
}

import { sql } from 'kysely';
import { getOnlyRow, rows, type Db } from '../../../db/database.ts';
import type { Context } from '../../../context.ts';

/** The ledger after its first part, which has no row: what was numbered before the first month that got a part of its own. */
export interface LedgerPart {
  /** Its first day. */
  month: string;
  firstId: number;
  /** No transfer of the part is older than this moment. Null if the part was made ahead. */
  beginsAt: Date | null;
  /** No transfer is numbered before it from this moment on. Null if that has not happened yet. */
  turnedAt: Date | null;
  isAnalyzed: boolean;
}

/** The ids of the first part end here; months count from 2000 (`first_id_of_month`). */
export const FIRST_PART_ENDS = 2_400_000_000_000;

/**
 * A month gets a part of its own once the part in use holds this many transfers. Planning a statement takes some 0.1 ms for
 * each part that it can't leave out, and a smaller part would save less than that (decision 60).
 */
const FULL_PART = 1_000_000;

interface PartStep {
  step: 'make' | 'begin' | 'turn' | 'analyze';
  /** Month of the part. */
  month: string;
}

/**
 * Returns the next step of the maintenance, if any. The part of the next month is made as soon as the current one is
 * full.
 */
export function nextStep(
  parts: readonly LedgerPart[],
  { lastId, now, full }: { lastId: number; now: Date; full: number },
): PartStep | null {
  const month = getMonthFirstDay(now);
  const latest = parts.at(-1);
  if (latest && !latest.turnedAt) {
    if (latest.month > month) return null;
    return { step: latest.beginsAt ? 'turn' : 'begin', month: latest.month };
  }
  if (latest && !latest.isAnalyzed) return { step: 'analyze', month: latest.month };
  if (lastId - (latest?.firstId ?? 0) < full) return null;
  const next = monthAfter(month);
  return latest && latest.month >= next ? null : { step: 'make', month: next };
}

/** Moscow has been three hours ahead of UTC since 2014, longer than any ledger of ours. */
const MOSCOW_MS = 3 * 3600 * 1000;

function getMonthFirstDay(moment: Date): string {
  return `${new Date(moment.getTime() + MOSCOW_MS).toISOString().slice(0, 7)}-01`;
}

function monthAfter(firstDay: string): string {
  const day = new Date(firstDay);
  day.setUTCMonth(day.getUTCMonth() + 1);
  return day.toISOString().slice(0, 10);
}

/** Longer than a transaction may last, and than clocks of processes differ. */
const SLACK_MS = 3600 * 1000;

/** Ids of transfers: from the first on, and before the other. */
export interface IdSpan {
  fromId: number;
  beforeId: number;
}

/**
 * Returns the range of ids of the transfers that were posted from one moment on and before another. Other transfers may
 * lie between them. As parameters of a statement, the two ids let the planner skip whole parts.
 */
export function getIdSpan(parts: readonly LedgerPart[], { from, to }: { from?: Date; to?: Date }): IdSpan {
  const turned = parts.filter((part) => from && part.turnedAt && +part.turnedAt + SLACK_MS <= +from);
  const later = parts.find((part) => to && (part.beginsAt === null || +part.beginsAt - SLACK_MS >= +to));
  return { fromId: turned.at(-1)?.firstId ?? 0, beforeId: later?.firstId ?? Number.MAX_SAFE_INTEGER };
}

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

/** Returns the last transfer id that was drawn. */
async function readLastId(db: Db): Promise<number> {
  return (await getOnlyRow(db, sql<{ id: number }>`select last_value as id from ledger_transfer_id_seq`)).id;
}

/** Takes the turn of the one process that maintains the parts; it ends with the transaction. */
async function takePartsTurn(tx: Db): Promise<boolean> {
  const { taken } = await getOnlyRow(
    tx,
    sql<{ taken: boolean }>`select pg_try_advisory_xact_lock(hashtext('ledger-parts')) as taken`,
  );
  return taken;
}

/** Fails with `lock_not_available` if another transaction is reading all parts. */
async function makePart(tx: Db, month: string, args: { now: Date; lockMs: number }): Promise<void> {
  await sql`select set_config('lock_timeout', ${`${args.lockMs}ms`}, true)`.execute(tx);
  await sql`select make_ledger_part(${month}::date, ${args.now})`.execute(tx);
}

/** Committed before the turn: what is numbered in the part comes after this moment. */
async function beginPart(tx: Db, month: string, now: Date): Promise<void> {
  await sql`update ledger_part set begins_at = ${now} where month = ${month}::date and begins_at is null`.execute(
    tx,
  );
}

async function turnPart(tx: Db, month: string, now: Date): Promise<void> {
  await sql`select turn_ledger_part(${month}::date, ${now})`.execute(tx);
}

/** Reads a sample of each part beside those who use it. */
async function analyzeParts(tx: Db, month: string, now: Date): Promise<void> {
  await sql`set local statement_timeout = '20min'`.execute(tx);
  await sql`select analyze_ledger()`.execute(tx);
  await sql`update ledger_part set analyzed_at = ${now} where month = ${month}::date`.execute(tx);
}

/** Rows outside every part: there should be none. */
async function hasStrays(db: Db): Promise<boolean> {
  const { found } = await getOnlyRow(
    db,
    sql<{ found: boolean }>`
      select exists (select from ledger_transfer_stray) or exists (select from ledger_entry_stray) as found`,
  );
  return found;
}

/** Maximum time that others may wait for a part that is being attached. */
const LOCK_MS = 50;

/**
 * Maintains the parts of the ledger (decision 60): makes the part of the next month ahead, switches to its numbers when
 * the month begins, refreshes the planner's statistics. If another transaction is reading all parts, it changes nothing
 * and tries again later. Logs rows that are in no part.
 */
export async function maintainLedgerParts(ctx: Context, full = FULL_PART): Promise<void> {
  if (await hasStrays(ctx.db.system)) {
    ctx.log.error('transfers or entries lie in no part of the ledger (docs/operations/ledger-parts.md)');
  }
  try {
    for (;;) {
      const step = await ctx.db.inSystem((tx) => doNextStep(tx, { now: ctx.clock.now(), full }));
      if (!step) return;
      ctx.log.info(step, 'a step of the ledger’s parts is done');
    }
  } catch (error) {
    if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error;
    ctx.log.info('somebody reads all parts of the ledger: their next step comes later');
  }
}

const LOCK_NOT_AVAILABLE = '55P03';

/** Each in a transaction of its own: what is numbered in a part must come after the moment that its beginning names. */
async function doNextStep(tx: Db, { now, full }: { now: Date; full: number }): Promise<PartStep | null> {
  if (!(await takePartsTurn(tx))) return null;
  const step = nextStep(await listLedgerParts(tx), { lastId: await readLastId(tx), now, full });
  if (step) await RUN_STEP[step.step](tx, step.month, now);
  return step;
}

const RUN_STEP: Record<PartStep['step'], (tx: Db, month: string, now: Date) => Promise<void>> = {
  make: (tx, month, now) => makePart(tx, month, { now, lockMs: LOCK_MS }),
  begin: beginPart,
  turn: turnPart,
  analyze: analyzeParts,
};

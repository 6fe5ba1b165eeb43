import { CLOSING_KIND_TITLE, type ClosingKind } from '#contract/papers/closing.ts';
import type { Context } from '../../../../context.ts';
import type { Db } from '../../../../db/database.ts';
import { conflict, fieldRefusal } from '../../../../errors.ts';
import { enqueueJob } from '../../../../queue/enqueue-job.ts';
import { formatDateLong, moscowDay } from '../../../../lib/money-format.ts';
import { recordEvent } from '../../../../audit/record-event.ts';
import { closeCompanies } from './close-companies.ts';
import {
  findProgrammeStart,
  insertDecision,
  isDecided,
  takeTurn,
  type OpenCase,
} from './closing-decision-store.ts';
import { listOpenCases } from '../list-open-cases.ts';
import { assertStarted, endOfMonth } from './month-closing.ts';
import { openClosings, readProgress, resumeClosings, type ClosingProgress } from './closing-progress.ts';
import { formatMonth } from './format-month.ts';
import { summarizePreview } from './preview-closing.ts';
import { listUnmadeDocuments, type UnmadeDocuments } from '../unmade-documents-store.ts';

/** Time that the call itself works before it leaves the rest to the job. */
const TIMEOUT_MS = 60_000;

export interface ClosingRequest {
  /** `YYYY-MM` */
  month: string;
  userId: number;
  ip: string;
  /** Kinds of open cases that the month is closed despite, and why. */
  despite: readonly ClosingKind[];
  reason: string | null;
}

export interface MonthClosed extends ClosingProgress {
  open: OpenCase[];
  unmade: UnmadeDocuments[];
}

/**
 * Makes the month's closing set for every client and network with turnover (docs/calls.md 9): register, УПД,
 * reconciliation act, act of handed-over cards. Safe to repeat: finished companies stay as they are, interrupted ones
 * are continued. Returns what the month has so far, and which companies have no documents and why. Refuses on `date` a
 * month that has not started or is of a year before the programme, and with 409 one that is running or has open cases. What becomes known later goes into the
 * next month's documents.
 */
export async function closeMonth(ctx: Context, args: ClosingRequest): Promise<MonthClosed> {
  const now = ctx.clock.now();
  const { month } = args;
  assertStarted(month, now);
  const open = await ctx.db.inSystem(async (tx) => {
    await takeTurn(tx, month);
    const found = await decide(ctx, tx, args, now);
    // The job makes the rest even if this call fails.
    await enqueueJob(
      tx,
      'close-month',
      { month },
      {
        key: `close-month:${month}`,
        runAt: new Date(now.getTime() + 1.5 * TIMEOUT_MS),
      },
    );
    return found;
  });
  await closeCompanies(ctx, month, TIMEOUT_MS);
  const [progress, unmade] = await Promise.all([
    readProgress(ctx.db.system, month),
    listUnmadeDocuments(ctx.db.system, month),
  ]);
  return { ...progress, open, unmade };
}

/**
 * The decision uses what is read here, in the same transaction. A started month is not refused for new cases: companies
 * that wait for their documents get them, but no other closings are opened.
 */
async function decide(ctx: Context, tx: Db, args: ClosingRequest, now: Date): Promise<OpenCase[]> {
  const { month, userId, ip, despite, reason } = args;
  const open = await requireMonthOver(ctx, tx, month, now);
  const blockingCases = open.filter(({ kind }) => !despite.includes(kind));
  const isStarted = await isDecided(tx, month);
  if (blockingCases.length > 0) {
    if (!isStarted) throw conflict(formatRefusal(month, blockingCases), { open });
    await resumeClosings(tx, month);
    return open;
  }
  await openClosings(tx, { month, userId, now });
  if (!isStarted || open.length > 0) {
    const why = { open, despite, reason: despite.length > 0 ? reason : null };
    await insertDecision(tx, { month, userId, now, ...why });
    await recordEvent(tx, { at: now, what: 'month-closed', userId, ip, details: { month, ...why } });
  }
  return open;
}

/** Lists the open cases of a month that is over. Refuses a month that is still running, or is empty and of a year before the programme. */
async function requireMonthOver(ctx: Context, db: Db, month: string, now: Date): Promise<OpenCase[]> {
  const { open } = await listOpenCases(ctx, db, month);
  const end = endOfMonth(month);
  if (end > now) {
    const text = `${capitalized(formatMonth(month))} ещё идёт: закрыть его можно с ${formatDateLong(end)}`;
    throw conflict(text, { open });
  }
  await assertNotBeforeProgramme(ctx, month, now);
  return open;
}

/**
 * Lists the open cases of the month whose kinds are set aside to close it all the same. Refuses what closing it would
 * refuse. Returns null if the month was started and no further kind is set aside, so that it only continues and needs
 * no decision.
 */
export async function listSetAside(
  ctx: Context,
  { month, despite }: Pick<ClosingRequest, 'month' | 'despite'>,
): Promise<OpenCase[] | null> {
  const now = ctx.clock.now();
  assertStarted(month, now);
  const open = await requireMonthOver(ctx, ctx.db.system, month, now);
  const blockingCases = open.filter(({ kind }) => !despite.includes(kind));
  const isStarted = await isDecided(ctx.db.system, month);
  if (isStarted && (open.length === 0 || blockingCases.length > 0)) return null;
  if (blockingCases.length > 0) throw conflict(formatRefusal(month, blockingCases), { open });
  return open;
}

/**
 * Refuses an empty month of a year before the first client joined. The months of that year stay open: its books form
 * one whole, and networks report sales of cards from before.
 */
async function assertNotBeforeProgramme(ctx: Context, month: string, now: Date): Promise<void> {
  const start = (await findProgrammeStart(ctx.db.system)) ?? now;
  const year = moscowDay(start).slice(0, 4);
  if (month >= year || (await isDecided(ctx.db.system, month))) return;
  const { documents } = await summarizePreview(ctx, month);
  if (documents > 0) return;
  throw fieldRefusal('date', `За ${formatMonth(month)} закрывать нечего: программа работает с ${year} года`);
}

function formatRefusal(month: string, blockingCases: readonly OpenCase[]): string {
  const listed = blockingCases.map(({ kind, count }) => `${CLOSING_KIND_TITLE[kind]}: ${count}`);
  return `${capitalized(formatMonth(month))} закрыть нельзя. ${listed.join('. ')}`;
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

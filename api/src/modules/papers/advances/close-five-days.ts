import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/database.ts';
import { addDays, getEarlierDay, getLaterDay, getNextMonth } from '../../../lib/days.ts';
import { moscowDay } from '../../../lib/money-format.ts';
import { vatIncluded } from '../../../lib/vat.ts';
import { findCompany, toDocumentParty, type CompanyRecord } from '../../companies/companies/companies.ts';
import { lockMoney } from '../../money/ledger/lock-money.ts';
import { findBalanceBefore, listReceipts, sumMovements, type Receipt } from './dated-movements.ts';
import {
  findFirstDay,
  findLastPeriod,
  insertAdvance,
  insertOffsets,
  insertPeriod,
  listOpenAdvances,
  type AdvancePayment,
  type ClosedPeriod,
} from './advances.ts';
import { findFiveDays, type FiveDays } from './five-days.ts';
import { settleAdvances } from './settle-advances.ts';

/** Client whose days are closed, up to `till`; its first ones begin on `firstDay` or when it became a client. */
interface ClientDays {
  companyId: number;
  firstDay: string;
  till: string;
}

/**
 * Closes a client's next five days: what came and was not shipped becomes an advance with a number, what is shipped or
 * paid back is set off against earlier ones. Returns false if no days are left. Two processes close them once.
 */
export function closeFiveDays(ctx: Context, { companyId, firstDay, till }: ClientDays): Promise<boolean> {
  return ctx.db.inSystem(async (tx) => {
    await lockMoney(tx, [companyId]);
    const company = await findCompany(tx, companyId);
    if (!company?.clientSince) return false;
    const last = await findLastPeriod(tx, companyId);
    const days = findNextDays(last, getLaterDay(firstDay, moscowDay(company.clientSince)));
    if (days.till > till) return false;
    await close(ctx, tx, { company, days, last: last ?? (await openBooks(ctx, tx, company, days)) });
    return true;
  });
}

/**
 * Closes a client's five days up to the end of a month, for a caller that needs its offsets now. Leaves days that are not
 * over, and does nothing before the job has run for the first time.
 */
export async function closeDaysOfMonth(ctx: Context, companyId: number, month: string): Promise<void> {
  const firstDay = await findFirstDay(ctx.db.system, companyId);
  if (firstDay === null) return;
  const firstAfter = getEarlierDay(`${getNextMonth(month)}-01`, moscowDay(ctx.clock.now()));
  const till = addDays(firstAfter, -1);
  while (await closeFiveDays(ctx, { companyId, firstDay, till }));
}

/** Days that were counted by the quarter may have ended within five days of a month: the rest of these follows. */
function findNextDays(last: ClosedPeriod | null, firstDay: string): FiveDays {
  if (!last) return findFiveDays(firstDay);
  const from = addDays(last.till, 1);
  return { from, till: findFiveDays(from).till };
}

/** Before the first days: what a client had already paid is an advance without a number. */
async function openBooks(
  ctx: Context,
  tx: Db,
  company: CompanyRecord,
  { from }: FiveDays,
): Promise<OpenBooks> {
  const balance = await findBalanceBefore(tx, company.id, from);
  const before = addDays(from, -1);
  if (balance > 0)
    await insertAdvance(tx, {
      companyId: company.id,
      from: before,
      till: before,
      gross: balance,
      vat: kopecks(0),
      ratePercent: null,
      facts: getFacts(ctx, company, before, []),
    });
  return { balance, postedBefore: 0, countedUpto: null };
}

interface OpenBooks extends Pick<ClosedPeriod, 'balance' | 'postedBefore'> {
  countedUpto: number | null;
}

interface DaysToClose {
  company: CompanyRecord;
  days: FiveDays;
  last: OpenBooks;
}

async function close(ctx: Context, tx: Db, { company, days, last }: DaysToClose): Promise<void> {
  const companyId = company.id;
  const { balance: before, postedBefore, countedUpto } = last;
  const range = { companyId, ...days, postedBefore, countedUpto };
  const moved = await sumMovements(tx, range);
  const open = await listOpenAdvances(tx, companyId);
  const { balance, advance, offsets } = settleAdvances(before, open, moved);
  await insertPeriod(tx, { companyId, ...days, ...moved, balance, now: ctx.clock.now() });
  await insertOffsets(tx, { companyId, till: days.till }, offsets);
  if (advance === 0) return;
  const vat = vatIncluded(advance, days.till);
  const payments = namePayments(await listReceipts(tx, range), advance);
  await insertAdvance(tx, {
    companyId,
    ...days,
    gross: advance,
    vat: kopecks(vat?.vatKopecks ?? 0),
    ratePercent: vat?.ratePercent ?? null,
    facts: getFacts(ctx, company, days.till, payments),
  });
}

function getFacts(ctx: Context, company: CompanyRecord, day: string, payments: AdvancePayment[]) {
  return { seller: ctx.programme.on(day).requisites, buyer: toDocumentParty(company), payments };
}

/** Names the newest payments that make up an advance, oldest first: the older ones were shipped before. */
function namePayments(receipts: readonly Receipt[], advance: Kopecks): AdvancePayment[] {
  const named: AdvancePayment[] = [];
  let rest: number = advance;
  for (const { number, dateIso, sum } of receipts) {
    const part = kopecks(Math.min(sum, rest));
    if (part <= 0) break;
    rest -= part;
    if (number !== null && dateIso !== null) named.push({ number, dateIso, sum: part });
  }
  return named.toReversed();
}

import { isDeepStrictEqual } from 'node:util';
import { recordEvent } from '../../../audit/record-event.ts';
import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/database.ts';
import { conflict, fieldRefusal } from '../../../errors.ts';
import { startOfDay } from '../../../lib/days.ts';
import { moscowDay } from '../../../lib/money-format.ts';
import { toRecord } from './present.ts';
import { findInForce } from './programme-book.ts';
import {
  hasInvoices,
  hasPapers,
  insertProgrammeValue,
  listProgrammeValues,
  lockProgramme,
  type DatedValue,
  type ProgrammeInput,
  type StoredValue,
} from './programme-values.ts';
import { readValuesOfFile } from './values-of-file.ts';

/**
 * Enters a value of one part from a day on. Documents keep the values of their day, so a value begins today only
 * while there is no document of today. Refuses: 400 an earlier day; 409 an unchanged
 * value, unless it comes from the operator's file.
 */
export async function changeProgramme(
  ctx: Context,
  { input, staffId, ip }: { input: ProgrammeInput; staffId: number; ip: string },
): Promise<void> {
  const now = ctx.clock.now();
  await ctx.db.inSystem(async (tx) => {
    await lockProgramme(tx);
    const { firstDay, before } = await planChange(ctx, tx, input);
    const { part, value, note } = input;
    await insertProgrammeValue(tx, { part, firstDay, value } as DatedValue, { note, staffId, now });
    await recordEvent(tx, {
      at: now,
      what: 'programme-changed',
      userId: staffId,
      ip,
      before: before ? toRecord(part, before) : {},
      after: { ...toRecord(part, value), firstDay, note },
    });
  });
  await ctx.programme.reread();
}

/** Returns the first day of a new value and the value that it replaces. Refuses as `changeProgramme`. */
export async function planChange(
  ctx: Context,
  db: Db,
  input: ProgrammeInput,
): Promise<{ firstDay: string; before: StoredValue['value'] | undefined }> {
  const { part, firstDay, value } = input;
  const now = ctx.clock.now();
  const today = moscowDay(now);
  const startedAt = startOfDay(today);
  // No document has the rule for first orders, so it may begin today.
  const isTaken =
    part !== 'approval' && (await hasPapers(db, { day: today, startedAt, withSales: part === 'vat' }));
  const earliest = isTaken ? moscowDay(now, 1) : today;
  if (firstDay !== null && firstDay < today) throw fieldRefusal('first_day', 'Этот день уже прошёл');
  if (firstDay !== null && firstDay < earliest)
    throw fieldRefusal(
      'first_day',
      'Сегодня уже есть счета, документы или заправки: начните с завтрашнего дня',
    );
  const day = firstDay ?? earliest;
  const stored = await listProgrammeValues(db);
  const inForce = findInForce(stored, part, day);
  const before = inForce?.value;
  // A value of the operator's file may be entered as it is: that says that it is the programme's own.
  const isOfFile = inForce?.enteredBy === null;
  if (!isOfFile && isDeepStrictEqual(withoutAbsent(before), withoutAbsent(value)))
    throw conflict('В этот день действует то же самое: ничего не изменится');
  if (input.part === 'invoices') await assertPrefix(db, stored, { input, today, isPlanned: day > today });
  return { firstDay: day, before };
}

/**
 * The number of every invoice begins with the prefix, and payments are recognised by it: it can change before the
 * first invoice only, and at once (decision 171).
 */
async function assertPrefix(
  db: Db,
  stored: readonly StoredValue[],
  {
    input,
    today,
    isPlanned,
  }: { input: Extract<ProgrammeInput, { part: 'invoices' }>; today: string; isPlanned: boolean },
): Promise<void> {
  const invoices = stored.filter((dated) => dated.part === 'invoices');
  const prefix = findInForce(invoices, 'invoices', today)?.value.invoicePrefix;
  if (input.value.invoicePrefix === prefix) return;
  if (await hasInvoices(db))
    throw fieldRefusal('prefix', `Счета уже выставлены, их номера начинаются с «${prefix}»`);
  if (isPlanned || invoices.some(({ firstDay }) => firstDay !== null && firstDay > today))
    throw fieldRefusal('prefix', 'Начало номера меняется сразу: уберите первый день');
}

function withoutAbsent(value: unknown): unknown {
  return value === undefined ? value : JSON.parse(JSON.stringify(value));
}

/** Stores what the operator's file has, if nothing is stored yet: later the file decides nothing. */
export async function prepareProgrammeValues(ctx: Context): Promise<void> {
  const now = ctx.clock.now();
  await ctx.db.inSystem(async (tx) => {
    await lockProgramme(tx);
    if ((await listProgrammeValues(tx)).length > 0) return;
    for (const dated of readValuesOfFile(ctx.config.operator))
      await insertProgrammeValue(tx, dated, { note: '', staffId: null, now });
  });
  await ctx.programme.reread();
}

import { Readable } from 'node:stream';
import {
  OPERATION_STATUS,
  OPERATION_STATUS_TITLE,
  OPERATION_TYPE,
  OPERATION_TYPE_TITLE,
  type OperationTypeId,
} from '#contract/ids.ts';
import { type RowWriter, copyOut } from '../../../db/copy-out.ts';
import { vatAt } from '#contract/values/included-vat.ts';
import { hasVatRate, vatRateOn } from '../../../lib/vat.ts';
import {
  readInteger,
  skipCell,
  writeDecimal,
  writeHundredths,
  writeNumberName,
  writeText,
  writeTitle,
  writeTwoDigits,
  type CopiedLine,
} from './copied-line.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { readCard } from '../../cards/cards/read-card.ts';
import type { OperationFilter } from './operation-filter.ts';
import { listReportRanges, reportRows, type ReportRange } from './operation-report-store.ts';
import { hasPrices } from './spending.ts';

const SEMICOLON = 0x3b;
const COLON = 0x3a;
const CR = 0x0d;
const LF = 0x0a;

const SPENDING_TYPES = new Set<number>([OPERATION_TYPE.purchase, OPERATION_TYPE.payout]);
const NO_MONEY_TYPES = new Set<number>([OPERATION_TYPE.blocking, OPERATION_TYPE.unblocking]);
const TYPES = toTitleBytes(OPERATION_TYPE_TITLE);
const STATUSES = toTitleBytes(OPERATION_STATUS_TITLE);

/** Bytes of a line for everything but the texts: a moment, two titles, nine decimals, separators. */
const LINE_BYTES = 460;

function toTitleBytes(titles: Record<number, string>): Map<number, Buffer> {
  return new Map(Object.entries(titles).map(([id, title]) => [Number(id), Buffer.from(title)]));
}

/**
 * Writes the rows of `reportRows` as lines of the report: a Russian date and time of Moscow, decimals with a comma, a minus
 * before what was spent and before litres given back, an apostrophe before what a spreadsheet would run, quotes where a
 * text needs them. What has failed has moved neither money nor fuel. Byte by byte, for a report has lines by the hundred thousand.
 */
function reportLines({ priced = false } = {}): RowWriter {
  const day: Day = { at: Number.NaN, text: Buffer.alloc(0) };
  const rate: Rate = { at: Number.NaN, percent: null };
  return {
    // Each byte of a text may be a quote, which is written twice.
    max: (bytes) => 2 * bytes + LINE_BYTES,
    write(row, start, out, from) {
      const line = { row, out, at: start, to: from };
      writeMoment(line, day);
      writeNumberName(line);
      const type = readInteger(line);
      const status = readInteger(line);
      const failed = status === OPERATION_STATUS.failed;
      writeTitle(line, TYPES.get(type));
      writeText(line);
      // Litres are net like sums, with the opposite sign.
      if (failed) skipCell(line);
      else writeDecimal(line, type === OPERATION_TYPE.refund);
      writeDecimal(line, false);
      const sumAt = line.at;
      if (failed || NO_MONEY_TYPES.has(type)) skipCell(line);
      else writeDecimal(line, SPENDING_TYPES.has(type as OperationTypeId));
      writeText(line);
      writeTitle(line, STATUSES.get(status));
      writeText(line);
      writeText(line);
      writeText(line);
      writeVat(line, rate, { sumAt, none: failed, minus: SPENDING_TYPES.has(type as OperationTypeId) });
      writeNumberName(line);
      if (priced) writePrice(line, rate, { failed, isRefund: type === OPERATION_TYPE.refund });
      writeText(line);
      writeText(line);
      writeText(line);
      // The last separator becomes the end of the line.
      out[line.to - 1] = CR;
      out[line.to] = LF;
      return line.to + 1;
    },
  };
}

/** Day of the previous line, which is reused because the next line usually has the same day. */
interface Day {
  /** Days since 2000. */
  at: number;
  /** `31.12.2026;` */
  text: Buffer;
}

/** The VAT rate of the last day that was asked for; null before the first one that is known. */
interface Rate {
  at: number;
  percent: number | null;
}

const DAY_MICROSECONDS = 86_400_000_000;
const DAY_MS = 86_400_000;
/** PostgreSQL counts from here. */
const EPOCH_MS = Date.UTC(2000, 0, 1);

/** Formats microseconds since 2000 in local time → `31.12.2026;23:59:58;` */
function writeMoment(line: CopiedLine, day: Day): void {
  const { out } = line;
  const moment = readInteger(line);
  const at = Math.floor(moment / DAY_MICROSECONDS);
  if (at !== day.at) startDay(day, at);
  line.to += day.text.copy(out, line.to);
  const seconds = Math.floor((moment - at * DAY_MICROSECONDS) / 1_000_000);
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  writeTwoDigits(line, hours);
  out[line.to++] = COLON;
  writeTwoDigits(line, minutes - hours * 60);
  out[line.to++] = COLON;
  writeTwoDigits(line, seconds - minutes * 60);
  out[line.to++] = SEMICOLON;
}

function startDay(day: Day, at: number): void {
  const [year, month, date] = isoDay(at).split('-');
  day.at = at;
  day.text = Buffer.from(`${date}.${month}.${year};`);
}

/** The VAT within the sum at `sumAt`, at the rate of the moment that is read; a null moment is an operation without VAT. */
function writeVat(
  line: CopiedLine,
  rate: Rate,
  { sumAt, none, minus }: { sumAt: number; none: boolean; minus: boolean },
): void {
  const moment = readInteger(line);
  if (!none && !Number.isNaN(moment)) {
    const at = Math.floor(moment / DAY_MICROSECONDS);
    if (at !== rate.at) turnRateTo(rate, at);
    const sum = readInteger({ ...line, at: sumAt });
    if (rate.percent !== null) writeHundredths(line, vatAt(sum, rate.percent), minus);
  }
  line.out[line.to++] = SEMICOLON;
}

/**
 * Writes discount, surcharge, fee, charged sum and VAT; nothing for an operation without a tariff. Signs are those of the
 * client's money: a discount is a plus, and a refund reverses all signs.
 */
function writePrice(
  line: CopiedLine,
  rate: Rate,
  { failed, isRefund }: { failed: boolean; isRefund: boolean },
): void {
  if (failed) {
    for (const _part of ['discount', 'surcharge', 'fee', 'charged']) skipCell(line);
    line.out[line.to++] = SEMICOLON;
    return;
  }
  writeDecimal(line, isRefund);
  writeDecimal(line, !isRefund);
  writeDecimal(line, !isRefund);
  const charged = readInteger({ ...line });
  writeDecimal(line, !isRefund);
  if (!Number.isNaN(charged) && rate.percent !== null)
    writeHundredths(line, vatAt(charged, rate.percent), !isRefund);
  line.out[line.to++] = SEMICOLON;
}

function turnRateTo(rate: Rate, at: number): void {
  const day = isoDay(at);
  rate.at = at;
  rate.percent = hasVatRate(day) ? vatRateOn(day) : null;
}

function isoDay(at: number): string {
  return new Date(EPOCH_MS + at * DAY_MS).toISOString().slice(0, 10);
}

/** About a megabyte; a few such ranges are in memory at a time, however long the report. */
const LINE_BATCH_SIZE = 8000;
/** Stretches read ahead while another is sent: a report takes two database connections. */
const LINES_AHEAD = 2;

const HEADER =
  'Дата;Время;Карта;Тип;Топливо;Литры;Цена;Сумма;Адрес;Статус;Сеть;Комментарий карты;Водитель;В том числе НДС;Номер операции';
/** These columns come last, so that programs that read columns by position still work. */
const PRICE_HEADER = ';Скидка;Надбавка;Сервисный сбор;К оплате;НДС в сумме к оплате';
const LAST_HEADER = ';Машина;Центр затрат;Номер рейса';
/** Without it a spreadsheet reads the Cyrillic text in the wrong encoding. */
const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Streams a company's operations as CSV, newest first (docs/calls.md 6): semicolons, decimal comma, a minus before
 * spending. Each range is copied out of the database in a short transaction, the next two while the previous one is
 * sent. A slow client occupies no connection, and a client that disconnects leaves nothing behind.
 */
export async function downloadOperationsReport(
  ctx: Context,
  scope: CompanyScope,
  filter: OperationFilter,
): Promise<Readable> {
  if (filter.cardId !== undefined) await readCard(ctx, scope, filter.cardId);
  const { stretches, priced } = await ctx.db.inCompany(scope, async (tx) => ({
    stretches: await listReportRanges(tx, scope, filter, LINE_BATCH_SIZE),
    priced: await hasPrices(tx, scope),
  }));
  const [first = {}, ...rest] = stretches;
  const copy = (range: ReportRange) =>
    copyOut(ctx.db, scope, reportRows(scope, { ...filter, ...range }, { priced }), reportLines({ priced }));
  const header = `${HEADER}${priced ? PRICE_HEADER : ''}${LAST_HEADER}\r\n`;
  // If the first range fails, the client still gets an error message and not a broken file.
  return Readable.from(readParts({ header, first: await copy(first) }, rest, copy), { objectMode: false });
}

async function* readParts(
  { header, first }: { header: string; first: Buffer },
  rest: readonly ReportRange[],
  copy: (range: ReportRange) => Promise<Buffer>,
): AsyncGenerator<Buffer> {
  yield Buffer.from(BYTE_ORDER_MARK + header);
  const waiting = [...rest];
  const ahead: Promise<Buffer>[] = [];
  for (let csv: Buffer | undefined = first; csv; csv = await ahead.shift()) {
    for (const range of waiting.splice(0, LINES_AHEAD - ahead.length)) {
      const next = copy(range);
      // Nothing awaits this page any more once the client has left, so its failure is ignored.
      next.catch(() => {});
      ahead.push(next);
    }
    if (csv.length > 0) yield csv;
  }
}

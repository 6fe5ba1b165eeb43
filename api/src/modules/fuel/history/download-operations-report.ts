import { Readable } from 'node:stream';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { copyOut } from '../../../db/copy-out.ts';
import { readCard } from '../../cards/cards/read-card.ts';
import type { OperationFilter } from './operation-filter-store.ts';
import { listReportStretches, reportRows, type ReportStretch } from './operation-report-store.ts';
import { hasPrices } from './spending-store.ts';
import { reportLines } from './report-line.ts';

/** About a megabyte; a few such stretches are in memory at a time, however long the report. */
const LINES_AT_ONCE = 8000;
/** Stretches read ahead while another is sent: a report takes two database connections. */
const AHEAD = 2;

const HEADER =
  'Дата;Время;Карта;Тип;Топливо;Литры;Цена;Сумма;Адрес;Статус;Сеть;Комментарий карты;Водитель;В том числе НДС;Номер операции';
/** Behind all others, so that who reads the columns by their places goes on reading them. */
const PRICE_HEADER = ';Скидка;Надбавка;Сервисный сбор;К оплате;НДС в сумме к оплате';
const LAST_HEADER = ';Машина';
/** Without it a spreadsheet reads the letters in the wrong encoding. */
const BYTE_ORDER_MARK = '\uFEFF';

/**
 * A company's operations as CSV, newest first (docs/calls.md 6): semicolons, decimal comma, a minus before spending.
 * Each stretch is copied out of the database in a short transaction, the next two while the last is sent: a slow
 * client holds no connection, and one that leaves leaves nothing behind.
 */
export async function downloadOperationsReport(
  ctx: Context,
  scope: CompanyScope,
  filter: OperationFilter,
): Promise<Readable> {
  if (filter.cardId !== undefined) await readCard(ctx, scope, filter.cardId);
  const { stretches, priced } = await ctx.db.inCompany(scope, async (tx) => ({
    stretches: await listReportStretches(tx, scope, filter, LINES_AT_ONCE),
    priced: await hasPrices(tx, scope),
  }));
  const [first = {}, ...rest] = stretches;
  const copy = (stretch: ReportStretch) =>
    copyOut(ctx.db, scope, reportRows(scope, { ...filter, ...stretch }, { priced }), reportLines({ priced }));
  const header = `${HEADER}${priced ? PRICE_HEADER : ''}${LAST_HEADER}\r\n`;
  // A failure of the first stretch is still an error with a sentence, not a broken file.
  return Readable.from(partsOf({ header, first: await copy(first) }, rest, copy), { objectMode: false });
}

async function* partsOf(
  { header, first }: { header: string; first: Buffer },
  rest: readonly ReportStretch[],
  copy: (stretch: ReportStretch) => Promise<Buffer>,
): AsyncGenerator<Buffer> {
  yield Buffer.from(BYTE_ORDER_MARK + header);
  const waiting = [...rest];
  const ahead: Promise<Buffer>[] = [];
  for (let csv: Buffer | undefined = first; csv; csv = await ahead.shift()) {
    for (const stretch of waiting.splice(0, AHEAD - ahead.length)) {
      const next = copy(stretch);
      // Its failure has no listener once the client has left.
      next.catch(() => {});
      ahead.push(next);
    }
    if (csv.length > 0) yield csv;
  }
}

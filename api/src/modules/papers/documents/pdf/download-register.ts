import { formatQuantity } from '#contract/fuel/goods-unit.ts';
import type { ListFormat } from '#contract/list-files.ts';
import { Readable } from 'node:stream';
import { counted } from '#contract/values/counted.ts';
import { csvFile, csvHundredths, csvNumberName, csvText } from '#contract/values/csv.ts';
import { WORKBOOK_MIME } from '#contract/papers/documents.ts';
import type { Context } from '../../../../context.ts';
import type { CompanyScope } from '../../../../db/company-scope.ts';
import { conflict, notFound } from '../../../../errors.ts';
import type { FileAnswer } from '../../../../http/call.ts';
import {
  MAX_SHEET_ROWS,
  writeSheet,
  type SheetCell,
  type SheetColumn,
} from '../../../../lib/tables/write-sheet.ts';
import { findDocument } from '../documents.ts';
import { findDocumentToMake } from './document-pdf-store.ts';
import { unpackFigures } from '../closing/frozen-figures.ts';
import {
  type ClosingSale,
  signed,
  signedCentilitres,
  signedQuantity,
  signedSum,
} from '../closing/month-closing.ts';
import { isRegister } from '../present.ts';
import { readSales } from '../closing/read-sales.ts';
import { formatTimeShort, moscowDay } from '../../../../lib/money-format.ts';
import { vatAt } from '#contract/values/included-vat.ts';
import { vatRateOn } from '../../../../lib/vat.ts';

export type RegisterForm = ListFormat;

/**
 * Sends the lines of a register, from the figures that were stored when the month was closed: the same as in its PDF,
 * and at once, whatever their number. They are sent part by part, so that nothing large is in memory. 404 for another
 * company's document; 409 if a workbook cannot contain this many.
 */
export async function downloadRegister(
  ctx: Context,
  scope: CompanyScope,
  { documentId, form }: { documentId: number; form: RegisterForm },
): Promise<FileAnswer> {
  const document = await ctx.db.inCompany(scope, (tx) => findDocument(tx, scope, documentId));
  const stored = document && isRegister(document) && (await findDocumentToMake(ctx.db.system, documentId));
  if (!document || !stored || !stored.figures) throw notFound('Реестр не найден');
  if (form === 'xlsx' && stored.lines > MAX_SHEET_ROWS)
    throw conflict(
      `В реестре ${counted(stored.lines, LINE_FORMS)}, книга Excel столько не вмещает: скачайте его в CSV`,
    );
  const { partnerId, sha256 } = stored.figures;
  const sales = readSales(unpackFigures(await ctx.files.read(sha256)), partnerId, (part) =>
    ctx.files.read(part),
  );
  // A first part that can't be read is still an error with a sentence.
  const first = await sales.next();
  async function* parts(): AsyncGenerator<ClosingSale[]> {
    for (let part = first; !part.done; part = await sales.next()) yield part.value;
  }
  const file = Readable.from(FORMS[form].write(parts()), { objectMode: false });
  return { file, name: `${document.title}.${form}`, mime: FORMS[form].mime };
}

const LINE_FORMS = ['строка', 'строки', 'строк'] as const;

const FORMS = {
  csv: { mime: 'text/csv; charset=utf-8', write: writeCsv },
  xlsx: {
    mime: WORKBOOK_MIME,
    write: (parts) => writeSheet({ title: 'Реестр', columns: REGISTER_COLUMNS }, makeLines(parts)),
  },
} satisfies Record<
  RegisterForm,
  { mime: string; write: (parts: AsyncIterable<ClosingSale[]>) => AsyncIterable<string | Uint8Array> }
>;

async function* writeCsv(parts: AsyncIterable<ClosingSale[]>): AsyncGenerator<string> {
  yield csvFile([REGISTER_COLUMNS.map(({ title }) => title)]);
  for await (const sales of parts)
    yield sales.map((sale) => `${registerCsvLine(sale).join(';')}\r\n`).join('');
}

async function* makeLines(parts: AsyncIterable<ClosingSale[]>) {
  for await (const sales of parts) yield sales.map(registerLine);
}

/** The columns of a register's lines as files, for each of them. */
const REGISTER_COLUMNS: readonly SheetColumn[] = [
  { title: 'Дата и время, МСК', width: 18 },
  { title: 'Операция', width: 14 },
  { title: 'Карта', width: 20 },
  { title: 'Комментарий карты', width: 24 },
  { title: 'Водители', width: 28 },
  { title: 'Машина', width: 16 },
  { title: 'АЗС', width: 40 },
  { title: 'Товар', width: 18 },
  { title: 'Возврат', width: 9 },
  { title: 'Кол-во, л', width: 12 },
  { title: 'Цена, ₽', width: 12 },
  { title: 'По цене АЗС, ₽', width: 16 },
  { title: 'Скидка (−), надбавка, ₽', width: 16 },
  { title: 'Сервисный сбор, ₽', width: 16 },
  { title: 'В т. ч. НДС, ₽', width: 16 },
  { title: 'Сумма с НДС, ₽', width: 16 },
  { title: 'Центр затрат', width: 18 },
  { title: 'Номер рейса', width: 18 },
];

/** Texts as they are, the moment as one; sums and volume in hundredths. */
function registerLine(sale: ClosingSale): SheetCell[] {
  return [sale.soldAt, ...listNumbers(sale), ...listTexts(sale), ...listFigures(sale), ...listPurposes(sale)];
}

/** Writes a sale as cells of CSV. */
function registerCsvLine(sale: ClosingSale): string[] {
  return [
    formatTimeShort(sale.soldAt),
    ...listNumbers(sale).map(csvNumberName),
    ...listTexts(sale).map(csvText),
    ...listFigures(sale).map(csvHundredths),
    ...listPurposes(sale).map(csvText),
  ];
}

function listNumbers({ number, cardNumber }: ClosingSale): string[] {
  return [number, cardNumber];
}

function listTexts(sale: ClosingSale): string[] {
  const { comment, drivers, vehicle, address, goodsTitle, quantity, unit } = sale;
  // The column after it is of litres.
  const goods = unit === 'litres' ? goodsTitle : `${goodsTitle}, ${formatQuantity(quantity / 100, unit)}`;
  return [comment, drivers, vehicle, address, goods, signedQuantity(sale) < 0 ? 'да' : ''];
}

/** They come last, so that programs that read columns by position still work. */
function listPurposes({ costCentre, tripNumber }: ClosingSale): string[] {
  return [costCentre, tripNumber];
}

function listFigures(sale: ClosingSale): number[] {
  const sum = signedSum(sale);
  const vat = vatAt(Math.abs(sum), vatRateOn(moscowDay(sale.taxedAt)));
  const { price } = sale;
  return [
    signedCentilitres(sale),
    sale.unitPrice,
    signed(sale, sale.sum),
    signed(sale, price ? price.surcharge - price.discount : 0),
    signed(sale, price?.fee ?? 0),
    sum < 0 ? -vat : vat,
    sum,
  ];
}

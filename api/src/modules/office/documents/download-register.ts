import { Readable } from 'node:stream';
import { csvFile, csvHundredths, csvNumberName, csvText } from '#contract/csv.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { notFound } from '../../../errors.ts';
import type { FileAnswer } from '../../../http/send-answer.ts';
import { formatTimeShort, moscowDay } from '../../../lib/money-format.ts';
import { vatAt, vatRateOn } from '../../../lib/vat.ts';
import { findDocument } from './find-document.ts';
import { findPaperToMake } from './document-paper-store.ts';
import { unpackFigures } from './frozen-figures.ts';
import { signed, signedCentilitres, signedSum, type ClosingSale } from './month-closing.ts';
import { isRegister } from './present.ts';
import { readSales } from './read-sales.ts';

const HEADER = [
  'Дата и время, МСК',
  'Операция',
  'Карта',
  'Комментарий карты',
  'Водители',
  'АЗС',
  'Товар',
  'Возврат',
  'Кол-во, л',
  'Цена, ₽',
  'По цене АЗС, ₽',
  'Скидка (−), надбавка, ₽',
  'Сервисный сбор, ₽',
  'В т. ч. НДС, ₽',
  'Сумма с НДС, ₽',
];

/**
 * The lines of a register as CSV, from the figures that were stored when the month was closed: what its PDF says, and at
 * once, whatever their number. Sent part by part, so that nothing large is in memory. 404 for another company's document.
 */
export async function downloadRegister(
  ctx: Context,
  scope: CompanyScope,
  documentId: number,
): Promise<FileAnswer> {
  const document = await ctx.db.inCompany(scope, (tx) => findDocument(tx, scope, documentId));
  const stored = document && isRegister(document) && (await findPaperToMake(ctx.db.system, documentId));
  if (!document || !stored || !stored.figures) throw notFound('Реестр не найден');
  const { partnerId, sha256 } = stored.figures;
  const sales = readSales(unpackFigures(await ctx.files.read(sha256)), partnerId, (part) =>
    ctx.files.read(part),
  );
  // A first part that can't be read is still an error with a sentence.
  const first = await sales.next();
  async function* lines(): AsyncGenerator<string> {
    yield csvFile([HEADER]);
    for (let part = first; !part.done; part = await sales.next())
      yield part.value.map((sale) => `${lineOf(sale).join(';')}\r\n`).join('');
  }
  const file = Readable.from(lines(), { objectMode: false });
  return { file, name: `${document.title}.csv`, mime: 'text/csv; charset=utf-8' };
}

function lineOf(sale: ClosingSale): string[] {
  const sum = signedSum(sale);
  const vat = vatAt(Math.abs(sum), vatRateOn(moscowDay(sale.taxedAt)));
  const { price } = sale;
  return [
    formatTimeShort(sale.soldAt),
    csvNumberName(sale.number),
    csvNumberName(sale.cardNumber),
    csvText(sale.comment),
    csvText(sale.drivers),
    csvText(sale.address),
    csvText(sale.goodsTitle),
    signedCentilitres(sale) < 0 ? 'да' : '',
    csvHundredths(signedCentilitres(sale)),
    csvHundredths(sale.unitPrice),
    csvHundredths(signed(sale, sale.sum)),
    csvHundredths(signed(sale, price ? price.surcharge - price.discount : 0)),
    csvHundredths(signed(sale, price?.fee ?? 0)),
    csvHundredths(sum < 0 ? -vat : vat),
    csvHundredths(sum),
  ];
}

import { csvHundredths, csvNumberName, csvText } from '#contract/csv.ts';
import { formatTimeShort, moscowDay } from '../../../lib/money-format.ts';
import { vatAt, vatRateOn } from '../../../lib/vat.ts';
import type { SheetCell, SheetColumn } from '../../../lib/write-sheet.ts';
import { signed, signedCentilitres, signedSum, type ClosingSale } from './month-closing.ts';

/** The columns of a register's lines as files, for each of them. */
export const REGISTER_COLUMNS: readonly SheetColumn[] = [
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
];

/** Texts as they are, the moment as one; sums and volume in hundredths. */
export function registerLine(sale: ClosingSale): SheetCell[] {
  return [sale.soldAt, ...listNumbers(sale), ...listTexts(sale), ...listFigures(sale)];
}

/** The same as cells of CSV. */
export function registerCsvLine(sale: ClosingSale): string[] {
  return [
    formatTimeShort(sale.soldAt),
    ...listNumbers(sale).map(csvNumberName),
    ...listTexts(sale).map(csvText),
    ...listFigures(sale).map(csvHundredths),
  ];
}

function listNumbers({ number, cardNumber }: ClosingSale): string[] {
  return [number, cardNumber];
}

function listTexts(sale: ClosingSale): string[] {
  const { comment, drivers, vehicle, address, goodsTitle } = sale;
  return [comment, drivers, vehicle, address, goodsTitle, signedCentilitres(sale) < 0 ? 'да' : ''];
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

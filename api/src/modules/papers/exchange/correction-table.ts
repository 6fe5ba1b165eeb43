import { xmlLeaf, xmlNode } from '../../../lib/xml.ts';
import type { UkdDocument } from '../documents/corrections/ukd-document.ts';
import type { UpdLine } from '../documents/upd-document.ts';
import { item, meanPrice, money, serviceQuantity, unitOfLine, vatRate } from './enterprise-data-parts.ts';

interface CorrectionRow {
  before: UpdLine;
  after: UpdLine;
}

/**
 * Lines of goods or of services of a УКД, before and after; null without one. Every line of the УПД is listed, because 1C takes a
 * line that is missing for one that was taken off.
 */
export function correctionTable(name: 'Товары' | 'Услуги', ukd: UkdDocument): string | null {
  const changed = new Map(ukd.lines.map(({ place, after }) => [place, after]));
  const rows = ukd.original.lines.map((before, index) => ({
    before,
    after: changed.get(index + 1) ?? before,
  }));
  const own = rows.filter(({ before }) => before.isService === (name === 'Услуги'));
  if (own.length === 0) return null;
  const write = name === 'Товары' ? goodsRow : serviceRow;
  return xmlNode(
    name,
    own.map((row) => xmlNode('Строка', write(row))),
  );
}

function goodsRow({ before, after }: CorrectionRow): (string | null)[] {
  return [
    xmlNode('ДанныеНоменклатуры', [item(before)]),
    ...beforeAndAfter('Количество', before.centilitres, after.centilitres),
    ...sumsOfRow({ before, after }, meanPrice),
    unitOfLine(before),
  ];
}

function serviceRow({ before, after }: CorrectionRow): (string | null)[] {
  const price = (line: UpdLine) => Math.round((line.gross * 100) / serviceQuantity(line));
  return [
    item(before),
    ...beforeAndAfter('Количество', serviceQuantity(before), serviceQuantity(after)),
    ...sumsOfRow({ before, after }, price),
    xmlLeaf('Содержание', before.title),
  ];
}

function sumsOfRow({ before, after }: CorrectionRow, price: (line: UpdLine) => number): (string | null)[] {
  return [
    ...beforeAndAfter('Сумма', before.gross, after.gross),
    ...beforeAndAfter('Цена', price(before), price(after)),
    vatRate(after.ratePercent),
    vatRate(before.ratePercent, 'СтавкаНДСДоИзменения'),
    ...beforeAndAfter('СуммаНДС', before.vat, after.vat),
  ];
}

function beforeAndAfter(name: string, before: number, after: number): string[] {
  return [xmlLeaf(name, money(after)), xmlLeaf(`${name}ДоИзменения`, money(before))];
}

import { GOODS_UNIT } from '#contract/fuel/goods-unit.ts';
import { namedUuid } from '../../../lib/named-uuid.ts';
import type { PdfParty } from '../../../lib/pdf/pdf-blocks.ts';
import { xmlLeaf, xmlNode } from '../../../lib/xml.ts';
import type { GoodsLine } from '../documents/closing/month-closing.ts';

/** Parts that every message of EnterpriseData 1.8 is made of. Properties stand in the order of 1C's package. */

/** Our namespace, which must never change: every reference of ours in 1C is computed from it. */
const NAMESPACE = 'a1c0f3b6-5f0e-4d53-9d5d-2c7f1c7a4e18';
const FORMAT = 'http://v8.1c.ru/edi/edi_stnd/EnterpriseData/1.8';
const MESSAGE = 'http://www.1c.ru/SSL/Exchange/Message';
const PLAN = 'СинхронизацияДанныхЧерезУниверсальныйФормат';

/** Kinds of things that a message refers to. */
export type RefKind =
  | 'party'
  | 'network'
  | 'document'
  | 'goods'
  | 'unit'
  | 'currency'
  | 'contract'
  | 'account'
  | 'invoice'
  | 'payment'
  | 'return'
  | 'network-payment'
  | 'network-invoice'
  | 'correction';

export function makeUuid(kind: RefKind, name: string): string {
  return namedUuid(NAMESPACE, `${kind}:${name}`);
}

/** The references of one thing are the same in every file, so that a second load finds what the first has made. */
export function makeRef(kind: RefKind, name: string): string {
  return xmlLeaf('Ссылка', makeUuid(kind, name));
}

interface MessageHead {
  createdAt: Date;
  /** INN of the organisation whose 1C loads the message. */
  to: string;
  from: string;
}

/** The text of a message before its first object. */
export function openMessage({ createdAt, to, from }: MessageHead): string {
  const header = xmlNode('msg:Header', [
    xmlLeaf('msg:Format', FORMAT),
    xmlLeaf('msg:CreationDate', createdAt.toISOString().slice(0, 19)),
    xmlNode('msg:Confirmation', [
      xmlLeaf('msg:ExchangePlan', PLAN),
      xmlLeaf('msg:To', to),
      xmlLeaf('msg:From', from),
      // 1C passes over a message whose number is not above the last one.
      xmlLeaf('msg:MessageNo', Math.floor(createdAt.getTime() / 1000)),
      xmlLeaf('msg:ReceivedNo', 0),
    ]),
    xmlLeaf('msg:AvailableVersion', '1.8'),
  ]);
  const head = '<?xml version="1.0" encoding="UTF-8"?>\n';
  return `${head}<Message xmlns:msg="${MESSAGE}">${header}<Body xmlns="${FORMAT}">`;
}

export const CLOSE_MESSAGE = '</Body></Message>\n';

export function rubles(): string[] {
  return [
    makeRef('currency', '643'),
    xmlNode('ДанныеКлассификатора', [xmlLeaf('Код', '643'), xmlLeaf('Наименование', 'руб.')]),
  ];
}

/** The rates of VAT that the format has a value for. It has none for 5, 7 and 22 %. */
const FORMAT_RATES: ReadonlySet<number> = new Set([0, 10, 20]);

/** Names the rates that the lines cannot: an accountant sets them in 1C. */
export function describeMissingRates(lines: readonly Pick<GoodsLine, 'ratePercent'>[]): string {
  const rates = lines.map(({ ratePercent }) => ratePercent);
  const missing = [...new Set(rates)].filter((rate) => rate !== null && !FORMAT_RATES.has(rate));
  return missing.map((rate) => `; НДС ${rate} %: ставку укажите в 1С, сумма налога в строках верна`).join('');
}

/** A rate that the format does not have is left out. The property is optional, and the sum of the tax shows it. */
export function vatRate(ratePercent: number | null, name = 'СтавкаНДС'): string | null {
  if (ratePercent === null) return xmlLeaf(name, 'БезНДС');
  return FORMAT_RATES.has(ratePercent) ? xmlLeaf(name, `НДС${ratePercent}`) : null;
}

/** Names the rate of an advance, which the format has no value for: `22/122`. */
export function describeComputedRate(ratePercent: number): string {
  return `Аванс, НДС ${ratePercent}/${100 + ratePercent}`;
}

/** Lines of goods or of services as a table of a document; null without one. */
export function tableOfLines(name: 'Товары' | 'Услуги', lines: readonly GoodsLine[]): string | null {
  const own = lines.filter(({ isService }) => isService === (name === 'Услуги'));
  if (own.length === 0) return null;
  const row = name === 'Товары' ? goodsRow : serviceRow;
  return xmlNode(
    name,
    own.map((line) => xmlNode('Строка', row(line))),
  );
}

function goodsRow(line: GoodsLine): (string | null)[] {
  return [
    xmlNode('ДанныеНоменклатуры', [item(line)]),
    unitOfLine(line),
    xmlLeaf('Количество', money(line.centilitres)),
    ...sums(line, meanPrice(line)),
  ];
}

/** Mean price of a unit in kopecks: a card's fuel has several. The sum is the exact amount sold. */
export function meanPrice({ gross, centilitres }: Pick<GoodsLine, 'gross' | 'centilitres'>): number {
  return centilitres === 0 ? 0 : Math.round((gross * 100) / centilitres);
}

export function unitOfLine({ goodsUnit = 'litres' }: Pick<GoodsLine, 'goodsUnit'>): string {
  const unit = GOODS_UNIT[goodsUnit];
  return xmlNode('ЕдиницаИзмерения', [
    makeRef('unit', unit.code),
    xmlNode('ДанныеКлассификатора', [xmlLeaf('Код', unit.code), xmlLeaf('Наименование', unit.short)]),
  ]);
}

/** Hundredths of a service. Those that are counted, cards among them, have their number; the others are one service. */
export function serviceQuantity({ goodsUnit, centilitres }: Pick<GoodsLine, 'goodsUnit' | 'centilitres'>) {
  return goodsUnit === undefined ? 100 : centilitres;
}

function serviceRow(line: GoodsLine): (string | null)[] {
  const content = line.isRefund ? `Возврат: ${line.title}` : line.title;
  const quantity = serviceQuantity(line);
  const price = Math.round((line.gross * 100) / quantity);
  const count = quantity === 100 ? 1 : money(quantity);
  return [item(line), xmlLeaf('Количество', count), ...sums(line, price), xmlLeaf('Содержание', content)];
}

export function item({ title }: Pick<GoodsLine, 'title'>): string {
  return xmlNode('Номенклатура', [
    makeRef('goods', title),
    xmlLeaf('НаименованиеПолное', title),
    xmlLeaf('Наименование', title),
  ]);
}

function sums({ gross, vat, ratePercent }: GoodsLine, price: number): (string | null)[] {
  return [
    xmlLeaf('Сумма', money(gross)),
    xmlLeaf('Цена', money(price)),
    vatRate(ratePercent),
    xmlLeaf('СуммаНДС', money(vat)),
  ];
}

export function counterparty(party: PdfParty): string[] {
  return [
    makeRef('party', party.inn),
    xmlLeaf('Наименование', party.name),
    xmlLeaf('НаименованиеПолное', party.name),
    ...identity(party),
  ];
}

/** The company whose 1C loads the message: 1C finds it by its INN and KPP. */
export function organization(party: PdfParty): string[] {
  return [
    makeRef('party', party.inn),
    xmlLeaf('Наименование', party.name),
    xmlLeaf('НаименованиеСокращенное', party.name),
    xmlLeaf('НаименованиеПолное', party.name),
    ...identity(party),
  ];
}

/** Digits of a person's INN. */
const PERSON_INN = 12;

export function identity({ inn, kpp }: Pick<PdfParty, 'inn' | 'kpp'>): string[] {
  return [
    xmlLeaf('ИНН', inn),
    ...(kpp ? [xmlLeaf('КПП', kpp)] : []),
    xmlLeaf('ЮридическоеФизическоеЛицо', inn.length === PERSON_INN ? 'ФизическоеЛицо' : 'ЮридическоеЛицо'),
  ];
}

/** Asks 1C to mark for removal an object of an earlier file. `reference` is the object's kind as the package names it. */
export function removedObject(reference: string, uuid: string): string {
  const named = xmlNode('СсылкаНаОбъект', [xmlLeaf(reference, uuid)]);
  return xmlNode('УдалениеОбъекта', [xmlNode('СсылкаНаОбъект', [named])]);
}

/** Hundredths → «-1234.50». */
export function money(hundredths: number): string {
  const digits = String(Math.abs(hundredths)).padStart(3, '0');
  return `${hundredths < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Identifies a received document; its properties stand in the order of the package, whose types are sequenced. */
export function receivedKey(
  { seller, buyer }: { seller: PdfParty; buyer: PdfParty },
  { id, number, dateIso, title }: { id: number; number: string; dateIso: string; title: string },
): string[] {
  return [
    makeRef('document', String(id)),
    xmlLeaf('Дата', `${dateIso}T00:00:00`),
    xmlLeaf('Номер', number),
    xmlNode('Организация', organization(buyer)),
    xmlNode('ДанныеВходящегоДокумента', [
      xmlLeaf('НомерВходящегоДокумента', number),
      xmlLeaf('ДатаВходящегоДокумента', dateIso),
      xmlLeaf('НаименованиеВходящегоДокумента', title),
    ]),
    xmlNode('Контрагент', counterparty(seller)),
  ];
}

/** Name of a received УПД. */
export const UPD_TITLE = 'Универсальный передаточный документ';

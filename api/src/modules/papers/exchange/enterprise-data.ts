import { GOODS_UNIT } from '#contract/fuel/goods-unit.ts';
import { namedUuid } from '../../../lib/named-uuid.ts';
import type { PdfParty } from '../../../lib/pdf/pdf-blocks.ts';
import { xmlLeaf, xmlNode } from '../../../lib/xml.ts';
import {
  formatDocumentNumber,
  listUpdLines,
  type FrozenMonth,
  type FrozenNetwork,
} from '../documents/closing/frozen-figures.ts';
import { totalOfLines, type GoodsLine } from '../documents/closing/month-closing.ts';

/** A УПД as 1C is to book it: the figures of its month, and its network among them. */
export interface ReceivedUpd {
  documentId: number;
  figures: FrozenMonth;
  network: FrozenNetwork;
}

/** Ours, and never to be changed: every reference that 1C knows of us is made from it. */
const NAMESPACE = 'a1c0f3b6-5f0e-4d53-9d5d-2c7f1c7a4e18';
const FORMAT = 'http://v8.1c.ru/edi/edi_stnd/EnterpriseData/1.8';
const MESSAGE = 'http://www.1c.ru/SSL/Exchange/Message';

/** The references of one thing are the same in every file, so that a second load finds what the first has made. */
const makeRef = (kind: 'party' | 'document' | 'goods' | 'unit' | 'currency', name: string): string =>
  xmlLeaf('Ссылка', namedUuid(NAMESPACE, `${kind}:${name}`));

/**
 * A message of EnterpriseData 1.8 (docs/facts.md 30): who sells, and each УПД as «Поступление товаров и услуг». The lines are
 * those of the УПД, refunds negative as there, and not one sum is computed again.
 */
export function enterpriseData(upds: readonly ReceivedUpd[], createdAt: Date): string {
  const sellers = new Map(upds.map(({ figures: { seller } }) => [seller.inn, seller]));
  return [
    '<?xml version="1.0" encoding="UTF-8"?>\n',
    xmlNode(`Message xmlns:msg="${MESSAGE}"`, [
      makeHeader(createdAt, upds[0]),
      xmlNode(`Body xmlns="${FORMAT}"`, [
        ...[...sellers.values()].map((seller) =>
          xmlNode('Справочник.Контрагенты', [xmlNode('КлючевыеСвойства', counterparty(seller))]),
        ),
        ...upds.map(receipt),
      ]),
    ]),
    '\n',
  ].join('');
}

const PLAN = 'СинхронизацияДанныхЧерезУниверсальныйФормат';

function makeHeader(createdAt: Date, first: ReceivedUpd | undefined): string {
  const moment = createdAt.toISOString().slice(0, 19);
  return xmlNode('msg:Header', [
    xmlLeaf('msg:Format', FORMAT),
    xmlLeaf('msg:CreationDate', moment),
    xmlNode('msg:Confirmation', [
      xmlLeaf('msg:ExchangePlan', PLAN),
      xmlLeaf('msg:To', first?.figures.buyer.inn ?? ''),
      xmlLeaf('msg:From', first?.figures.seller.inn ?? ''),
      // 1C passes over a message whose number is not above the last one.
      xmlLeaf('msg:MessageNo', Math.floor(createdAt.getTime() / 1000)),
      xmlLeaf('msg:ReceivedNo', 0),
    ]),
    xmlLeaf('msg:AvailableVersion', '1.8'),
  ]);
}

/** The properties stand in the order of the package: its types are sequenced, and 1C refuses another order. */
function receipt({ documentId, figures, network }: ReceivedUpd): string {
  const { seller, buyer, dateIso } = figures;
  const number = formatDocumentNumber(figures, 'upd', network.partnerId);
  const lines = listUpdLines(network);
  return xmlNode('Документ.ПоступлениеТоваровУслуг', [
    xmlNode('КлючевыеСвойства', [
      makeRef('document', String(documentId)),
      xmlLeaf('Дата', `${dateIso}T00:00:00`),
      xmlLeaf('Номер', number),
      xmlNode('Организация', organization(buyer)),
      xmlNode('ДанныеВходящегоДокумента', [
        xmlLeaf('НомерВходящегоДокумента', number),
        xmlLeaf('ДатаВходящегоДокумента', dateIso),
        xmlLeaf('НаименованиеВходящегоДокумента', 'Универсальный передаточный документ'),
      ]),
      xmlNode('Контрагент', counterparty(seller)),
    ]),
    rows('Товары', lines, ({ isService }) => !isService),
    rows('Услуги', lines, ({ isService }) => isService),
    xmlNode('Валюта', rubles()),
    xmlLeaf('ВидОперации', 'ПокупкаУПоставщика'),
    xmlLeaf('Сумма', money(totalOfLines(lines).gross)),
    xmlLeaf('СуммаВключаетНДС', true),
    xmlNode('ДанныеВзаиморасчетов', [xmlNode('ВалютаВзаиморасчетов', rubles())]),
    xmlLeaf('Комментарий', comment(network.title, lines)),
  ]);
}

/** The rates of VAT that the format has a value for. It has none for 5, 7 and 22 %. */
const FORMAT_RATES: ReadonlySet<number> = new Set([0, 10, 20]);

/** Names the rates that the lines cannot: an accountant sets them in 1C. */
function comment(title: string, lines: readonly GoodsLine[]): string {
  const rates = lines.map(({ ratePercent }) => ratePercent);
  const missing = [...new Set(rates)].filter((rate) => rate !== null && !FORMAT_RATES.has(rate));
  const note = missing.map((rate) => `; НДС ${rate} %: ставку укажите в 1С, сумма налога в строках верна`);
  return [`${title}, топливо по картам`, ...note].join('');
}

function rubles(): string[] {
  return [
    makeRef('currency', '643'),
    xmlNode('ДанныеКлассификатора', [xmlLeaf('Код', '643'), xmlLeaf('Наименование', 'руб.')]),
  ];
}

function rows(
  name: 'Товары' | 'Услуги',
  lines: readonly GoodsLine[],
  belongs: (line: GoodsLine) => boolean,
): string | null {
  const own = lines.filter(belongs);
  if (own.length === 0) return null;
  const row = name === 'Товары' ? goodsRow : serviceRow;
  return xmlNode(
    name,
    own.map((line) => xmlNode('Строка', row(line))),
  );
}

function goodsRow(line: GoodsLine): string[] {
  // For a card's fuel the price is a mean. The sum is the exact amount sold.
  const price = line.centilitres === 0 ? 0 : Math.round((line.gross * 100) / line.centilitres);
  const unit = GOODS_UNIT[line.goodsUnit ?? 'litres'];
  return [
    xmlNode('ДанныеНоменклатуры', [item(line)]),
    xmlNode('ЕдиницаИзмерения', [
      makeRef('unit', unit.code),
      xmlNode('ДанныеКлассификатора', [xmlLeaf('Код', unit.code), xmlLeaf('Наименование', unit.short)]),
    ]),
    xmlLeaf('Количество', money(line.centilitres)),
    ...sums(line, price),
  ];
}

function serviceRow(line: GoodsLine): string[] {
  const content = line.isRefund ? `Возврат: ${line.title}` : line.title;
  // Services that are counted, cards among them, have their number; the others are one service.
  const quantity = line.goodsUnit === undefined ? 100 : line.centilitres;
  const price = Math.round((line.gross * 100) / quantity);
  const count = quantity === 100 ? 1 : money(quantity);
  return [item(line), xmlLeaf('Количество', count), ...sums(line, price), xmlLeaf('Содержание', content)];
}

function item({ title }: GoodsLine): string {
  return xmlNode('Номенклатура', [
    makeRef('goods', title),
    xmlLeaf('НаименованиеПолное', title),
    xmlLeaf('Наименование', title),
  ]);
}

/** A rate that the format does not have is left out. The property is optional, and the sum of the tax shows it. */
function sums({ gross, vat, ratePercent }: GoodsLine, price: number): string[] {
  const rate = ratePercent === null ? 'БезНДС' : `НДС${ratePercent}`;
  const isKnown = ratePercent === null || FORMAT_RATES.has(ratePercent);
  return [
    xmlLeaf('Сумма', money(gross)),
    xmlLeaf('Цена', money(price)),
    ...(isKnown ? [xmlLeaf('СтавкаНДС', rate)] : []),
    xmlLeaf('СуммаНДС', money(vat)),
  ];
}

function counterparty(party: PdfParty): string[] {
  return [
    makeRef('party', party.inn),
    xmlLeaf('Наименование', party.name),
    xmlLeaf('НаименованиеПолное', party.name),
    ...identity(party),
  ];
}

/** The client's own company: 1C finds it by its INN and KPP. */
function organization(party: PdfParty): string[] {
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

function identity({ inn, kpp }: PdfParty): string[] {
  return [
    xmlLeaf('ИНН', inn),
    ...(kpp ? [xmlLeaf('КПП', kpp)] : []),
    xmlLeaf('ЮридическоеФизическоеЛицо', inn.length === PERSON_INN ? 'ФизическоеЛицо' : 'ЮридическоеЛицо'),
  ];
}

/** Hundredths → «-1234.50». */
function money(hundredths: number): string {
  const digits = String(Math.abs(hundredths)).padStart(3, '0');
  return `${hundredths < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

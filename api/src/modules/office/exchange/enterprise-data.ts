import { namedUuid } from '../../../lib/named-uuid.ts';
import type { PaperParty } from '../../../lib/paper-blocks.ts';
import { xmlLeaf, xmlNode } from '../../../lib/xml.ts';
import { paperNumber, type FrozenMonth, type FrozenNetwork } from '../documents/frozen-figures.ts';
import { totalOfLines, type GoodsLine } from '../documents/month-closing.ts';

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
const refOf = (kind: 'party' | 'document' | 'goods' | 'unit' | 'currency', name: string): string =>
  xmlLeaf('Ссылка', namedUuid(NAMESPACE, `${kind}:${name}`));

/**
 * A message of EnterpriseData 1.8 (docs/facts.md 30): who sells, and each УПД as «Поступление товаров и услуг». The lines are
 * those of the УПД, refunds negative as there, and not one sum is reckoned anew.
 */
export function enterpriseData(upds: readonly ReceivedUpd[], createdAt: Date): string {
  const sellers = new Map(upds.map(({ figures: { seller } }) => [seller.inn, seller]));
  return [
    '<?xml version="1.0" encoding="UTF-8"?>\n',
    xmlNode(`Message xmlns:msg="${MESSAGE}"`, [
      headerOf(createdAt, upds[0]),
      xmlNode(`Body xmlns="${FORMAT}"`, [
        ...[...sellers.values()].map((seller) =>
          xmlNode('Справочник.Контрагенты', [xmlNode('КлючевыеСвойства', counterparty(seller))]),
        ),
        ...upds.map(receiptOf),
      ]),
    ]),
    '\n',
  ].join('');
}

const PLAN = 'СинхронизацияДанныхЧерезУниверсальныйФормат';

function headerOf(createdAt: Date, first: ReceivedUpd | undefined): string {
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

function receiptOf({ documentId, figures, network }: ReceivedUpd): string {
  const { seller, buyer, dateIso } = figures;
  const number = paperNumber(figures, network.partnerId);
  const goods = network.sales?.goods ?? [];
  const date = `${dateIso}T00:00:00`;
  return xmlNode('Документ.ПоступлениеТоваровУслуг', [
    xmlNode('КлючевыеСвойства', [
      refOf('document', String(documentId)),
      xmlLeaf('Дата', date),
      xmlLeaf('Номер', number),
      xmlNode('Организация', organization(buyer)),
    ]),
    xmlLeaf('ВидОперации', 'ПокупкаУПоставщика'),
    xmlLeaf('Комментарий', `${network.title}, топливо по картам`),
    xmlNode('Валюта', [
      refOf('currency', '643'),
      xmlNode('ДанныеКлассификатора', [xmlLeaf('Код', '643'), xmlLeaf('Наименование', 'руб.')]),
    ]),
    xmlLeaf('Сумма', money(totalOfLines(goods).gross)),
    xmlLeaf('СуммаВключаетНДС', true),
    xmlNode('Контрагент', counterparty(seller)),
    xmlLeaf('НомерВходящегоДокумента', number),
    xmlLeaf('ДатаВходящегоДокумента', date),
    rowsOf(
      'Товары',
      goods.filter(({ isService }) => !isService),
    ),
    rowsOf(
      'Услуги',
      goods.filter(({ isService }) => isService),
    ),
  ]);
}

function rowsOf(name: 'Товары' | 'Услуги', lines: readonly GoodsLine[]): string | null {
  return lines.length === 0
    ? null
    : xmlNode(
        name,
        lines.map((line) => xmlNode('Строка', rowOf(line))),
      );
}

function rowOf(line: GoodsLine): string[] {
  const title = line.isRefund ? `Возврат: ${line.title}` : line.title;
  const item = xmlNode('Номенклатура', [
    refOf('goods', line.title),
    xmlLeaf('НаименованиеПолное', line.title),
  ]);
  const sums = [
    xmlLeaf('Сумма', money(line.gross)),
    xmlLeaf('СтавкаНДС', line.ratePercent === null ? 'БезНДС' : `НДС${line.ratePercent}`),
    xmlLeaf('СуммаНДС', money(line.vat)),
  ];
  if (line.isService)
    return [
      xmlNode('ДанныеНоменклатуры', [item]),
      xmlLeaf('Содержание', title),
      xmlLeaf('Количество', 1),
      xmlLeaf('Цена', money(line.gross)),
      ...sums,
    ];
  // Of a card's fuel the price is a mean: the sum is what was sold.
  const price = line.centilitres === 0 ? 0 : Math.round((line.gross * 100) / line.centilitres);
  return [
    xmlNode('ДанныеНоменклатуры', [item]),
    xmlNode('ЕдиницаИзмерения', [
      refOf('unit', '112'),
      xmlNode('ДанныеКлассификатора', [xmlLeaf('Код', '112'), xmlLeaf('Наименование', 'л')]),
    ]),
    xmlLeaf('Количество', money(line.centilitres)),
    xmlLeaf('Цена', money(price)),
    ...sums,
  ];
}

function counterparty(party: PaperParty): string[] {
  return [
    refOf('party', party.inn),
    xmlLeaf('Наименование', party.name),
    xmlLeaf('НаименованиеПолное', party.name),
    ...identity(party),
  ];
}

/** The client's own company: 1C finds it by its INN and KPP. */
function organization(party: PaperParty): string[] {
  return [
    refOf('party', party.inn),
    xmlLeaf('Наименование', party.name),
    xmlLeaf('НаименованиеСокращенное', party.name),
    xmlLeaf('НаименованиеПолное', party.name),
    ...identity(party),
  ];
}

/** Digits of a person's INN. */
const PERSON_INN = 12;

function identity({ inn, kpp }: PaperParty): string[] {
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

import { xmlLeaf, xmlNode } from '../../../lib/xml.ts';
import {
  formatDocumentNumber,
  listUpdLines,
  type FrozenMonth,
  type FrozenNetwork,
} from '../documents/closing/frozen-figures.ts';
import type { PublishedAdvance } from '../advances/advances.ts';
import { totalOfLines } from '../documents/closing/month-closing.ts';
import {
  CLOSE_MESSAGE,
  counterparty,
  describeComputedRate,
  describeMissingRates,
  makeRef,
  money,
  openMessage,
  organization,
  receivedKey,
  UPD_TITLE,
  rubles,
  tableOfLines,
} from './enterprise-data-parts.ts';
import { receivedCorrection, type ReceivedUkd } from './received-correction.ts';

/** A УПД for 1C to book: the figures of a month, and the network. */
export interface ReceivedUpd {
  documentId: number;
  figures: FrozenMonth;
  network: FrozenNetwork;
}

/** Documents of a company's days. */
interface ReceivedDocuments {
  upds: readonly ReceivedUpd[];
  ukds: readonly ReceivedUkd[];
  advances: readonly PublishedAdvance[];
}

/**
 * A message of EnterpriseData 1.8 (docs/facts.md 30): who sells, and each УПД as «Поступление товаров и услуг». The lines are
 * those of the УПД, and not one sum is computed again. УКД and invoices for advances follow.
 */
export function enterpriseData({ upds, ukds, advances }: ReceivedDocuments, createdAt: Date): string {
  const parties = [
    ...upds.map(({ figures }) => figures),
    ...ukds.map(({ ukd }) => ukd.original),
    ...advances,
  ];
  const sellers = new Map(parties.map(({ seller }) => [seller.inn, seller]));
  const [first] = parties;
  return [
    openMessage({
      createdAt,
      to: first?.buyer.inn ?? '',
      from: first?.seller.inn ?? '',
    }),
    ...[...sellers.values()].map((seller) =>
      xmlNode('Справочник.Контрагенты', [xmlNode('КлючевыеСвойства', counterparty(seller))]),
    ),
    ...upds.map(receipt),
    ...ukds.map(receivedCorrection),
    ...advances.map(receivedInvoice),
    CLOSE_MESSAGE,
  ].join('');
}

/** The properties stand in the order of the package: its types are sequenced, and 1C refuses another order. */
function receipt({ documentId, figures, network }: ReceivedUpd): string {
  const number = formatDocumentNumber(figures, 'upd', network.partnerId);
  const lines = listUpdLines(network);
  return xmlNode('Документ.ПоступлениеТоваровУслуг', [
    xmlNode(
      'КлючевыеСвойства',
      receivedKey(figures, { id: documentId, number, dateIso: figures.dateIso, title: UPD_TITLE }),
    ),
    tableOfLines('Товары', lines),
    tableOfLines('Услуги', lines),
    xmlNode('Валюта', rubles()),
    xmlLeaf('ВидОперации', 'ПокупкаУПоставщика'),
    xmlLeaf('Сумма', money(totalOfLines(lines).gross)),
    xmlLeaf('СуммаВключаетНДС', true),
    xmlNode('ДанныеВзаиморасчетов', [xmlNode('ВалютаВзаиморасчетов', rubles())]),
    xmlLeaf('Комментарий', `${network.title}, топливо по картам${describeMissingRates(lines)}`),
  ]);
}

/** A received invoice for an advance. Its bases are the buyer's own payments, which 1C finds by number and date. */
function receivedInvoice(advance: PublishedAdvance): string {
  const { documentId, number, dateIso, seller, buyer, payments, gross, vat, ratePercent } = advance;
  const bases = payments.map((payment) => [
    xmlNode('СБДСРасчетыСКонтрагентамиСсылка', [
      xmlLeaf('Дата', `${payment.dateIso}T00:00:00`),
      xmlLeaf('Номер', payment.number),
      xmlNode('Организация', organization(buyer)),
    ]),
  ]);
  return xmlNode('Документ.СчетФактураПолученный', [
    xmlNode('КлючевыеСвойства', [
      makeRef('invoice', String(documentId)),
      xmlLeaf('НомерВходящегоДокумента', number),
      xmlLeaf('ДатаВходящегоДокумента', dateIso),
      xmlNode('Организация', organization(buyer)),
      xmlNode('Контрагент', counterparty(seller)),
    ]),
    xmlLeaf('ДатаПолучения', `${dateIso}T00:00:00`),
    xmlNode('Валюта', rubles()),
    xmlLeaf('Сумма', money(gross)),
    xmlLeaf('Комментарий', describeComputedRate(ratePercent)),
    xmlLeaf('СуммаНДС', money(vat)),
    xmlLeaf('ВидСчетаФактуры', 'НаАванс'),
    xmlLeaf('КодВидаОперации', '02'),
    xmlNode(
      'ДокументыОснования',
      (bases.length > 0 ? bases : [[]]).map((basis) =>
        xmlNode('Строка', [xmlNode('ДокументОснование', basis)]),
      ),
    ),
    xmlNode('Авансы', [xmlNode('Строка', [xmlLeaf('Сумма', money(gross)), xmlLeaf('СуммаНДС', money(vat))])]),
  ]);
}

import { xmlLeaf, xmlNode } from '../../../lib/xml.ts';
import {
  formatDocumentNumber,
  listUpdLines,
  type FrozenMonth,
  type FrozenNetwork,
} from '../documents/closing/frozen-figures.ts';
import { totalOfLines } from '../documents/closing/month-closing.ts';
import {
  CLOSE_MESSAGE,
  counterparty,
  describeMissingRates,
  makeRef,
  money,
  openMessage,
  organization,
  rubles,
  tableOfLines,
} from './enterprise-data-parts.ts';

/** A УПД for 1C to book: the figures of a month, and the network. */
export interface ReceivedUpd {
  documentId: number;
  figures: FrozenMonth;
  network: FrozenNetwork;
}

/**
 * A message of EnterpriseData 1.8 (docs/facts.md 30): who sells, and each УПД as «Поступление товаров и услуг». The lines are
 * those of the УПД, refunds negative as there, and not one sum is computed again.
 */
export function enterpriseData(upds: readonly ReceivedUpd[], createdAt: Date): string {
  const sellers = new Map(upds.map(({ figures: { seller } }) => [seller.inn, seller]));
  const [first] = upds;
  return [
    openMessage({
      createdAt,
      to: first?.figures.buyer.inn ?? '',
      from: first?.figures.seller.inn ?? '',
    }),
    ...[...sellers.values()].map((seller) =>
      xmlNode('Справочник.Контрагенты', [xmlNode('КлючевыеСвойства', counterparty(seller))]),
    ),
    ...upds.map(receipt),
    CLOSE_MESSAGE,
  ].join('');
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

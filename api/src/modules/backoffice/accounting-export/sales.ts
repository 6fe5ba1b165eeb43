import { xmlLeaf, xmlNode } from '../../../lib/xml.ts';
import type { UkdDocument } from '../../papers/documents/corrections/ukd-document.ts';
import type { UpdDocument } from '../../papers/documents/upd-document.ts';
import {
  describeMissingRates,
  makeRef,
  makeUuid,
  money,
  removedObject,
  rubles,
  tableOfLines,
} from '../../papers/exchange/enterprise-data-parts.ts';
import { correctionTable } from '../../papers/exchange/correction-table.ts';
import { contractKey, counterpartyKey, organizationKey, settlement } from './parties.ts';
import type { Counterparty, Party } from './parties.ts';

/** The two sides of a document, and its id here. */
interface DocumentSides {
  own: Party;
  client: Counterparty;
  documentId: number;
}

const moment = (dateIso: string): string => xmlLeaf('Дата', `${dateIso}T00:00:00`);

function saleKey({ own, documentId }: DocumentSides, { number, dateIso }: UpdDocument): string[] {
  return [
    makeRef('document', String(documentId)),
    moment(dateIso),
    xmlLeaf('Номер', number),
    xmlNode('Организация', organizationKey(own)),
  ];
}

/** A УПД as a sale, line by line as it is printed, and its счёт-фактура where the seller pays VAT. */
export function sale(sides: DocumentSides, upd: UpdDocument): string {
  const { own, client } = sides;
  const document = xmlNode('Документ.РеализацияТоваровУслуг', [
    xmlNode('КлючевыеСвойства', saleKey(sides, upd)),
    xmlLeaf('ВидОперации', 'РеализацияКлиенту'),
    xmlNode('Валюта', rubles()),
    xmlLeaf('Сумма', money(upd.total.gross)),
    xmlLeaf('СуммаВключаетНДС', true),
    xmlNode('Контрагент', counterpartyKey(client.party)),
    settlement(own, client),
    xmlLeaf('Комментарий', `${upd.network}, топливо по картам${describeMissingRates(upd.lines)}`),
    xmlLeaf('Налогообложение', hasTax(upd) ? 'ПродажаОблагаетсяНДС' : 'ПродажаНеОблагаетсяНДС'),
    tableOfLines('Товары', upd.lines),
    tableOfLines('Услуги', upd.lines),
  ]);
  if (!hasTax(upd)) return document;
  const { number, dateIso, total, advance } = upd;
  return (
    document +
    issuedInvoice(sides, {
      kind: 'НаРеализацию',
      number,
      dateIso,
      total,
      basis: xmlNode('РеализацияТоваровУслугСсылка', saleKey(sides, upd)),
      payments: advance,
    })
  );
}

/** Counts as `countExport` does: a счёт-фактура is issued where there is VAT. */
function hasTax({ total }: Pick<UpdDocument, 'total'>): boolean {
  return total.vat !== 0;
}

interface IssuedInvoice {
  kind: 'НаРеализацию' | 'Корректировочный';
  number: string;
  dateIso: string;
  total: { gross: number; vat: number };
  /** The document that it is issued for, as a reference. */
  basis: string;
  payments: readonly { number: string; dateIso: string }[];
}

function issuedInvoice({ own, client, documentId }: DocumentSides, invoice: IssuedInvoice): string {
  const { kind, number, dateIso, total, basis, payments } = invoice;
  const paid = payments.filter((payment) => payment.number !== '' && payment.dateIso !== '');
  return xmlNode('Документ.СчетФактураВыданный', [
    xmlNode('КлючевыеСвойства', [
      makeRef('invoice', String(documentId)),
      xmlLeaf('Номер', number),
      moment(dateIso),
      xmlNode('Организация', organizationKey(own)),
    ]),
    xmlNode('Валюта', rubles()),
    xmlLeaf('Сумма', money(total.gross)),
    xmlNode('Контрагент', counterpartyKey(client.party)),
    xmlNode('Договор', contractKey(own, client)),
    xmlLeaf('СуммаНДС', money(total.vat)),
    xmlLeaf('ВидСчетаФактуры', kind),
    xmlLeaf('Выставлен', true),
    xmlLeaf('ДатаВыставления', dateIso),
    xmlNode('ДокументыОснования', [xmlNode('Строка', [xmlNode('ДокументОснование', [basis])])]),
    paid.length === 0
      ? null
      : xmlNode(
          'ПлатежноРасчетныеДокументы',
          paid.map((payment) =>
            xmlNode('Строка', [
              xmlLeaf('ДатаДокумента', payment.dateIso),
              xmlLeaf('НомерДокумента', payment.number),
            ]),
          ),
        ),
  ]);
}

/**
 * A УКД as a correction of its sale. It lists every line of the УПД, before and after, because 1C takes a line that is
 * missing for one that was taken off.
 */
export function saleCorrection(sides: DocumentSides, ukd: UkdDocument, originalId: number): string {
  const { own, client, documentId } = sides;
  const { original, number, dateIso, reason } = ukd;
  const sold = xmlNode(
    'РеализацияТоваровУслугСсылка',
    saleKey({ ...sides, documentId: originalId }, original),
  );
  const key = [
    makeRef('document', String(documentId)),
    moment(dateIso),
    xmlLeaf('Номер', number),
    xmlNode('Организация', organizationKey(own)),
  ];
  const document = xmlNode('Документ.КорректировкаРеализацииТоваров', [
    xmlNode('КлючевыеСвойства', key),
    xmlLeaf('Комментарий', `${reason}${describeMissingRates(original.lines)}`),
    xmlNode('Валюта', rubles()),
    xmlNode('Контрагент', counterpartyKey(client.party)),
    xmlNode('Договор', contractKey(own, client)),
    xmlLeaf('СуммаВключаетНДС', true),
    xmlNode('ДокументРеализации', [sold]),
    xmlNode('ИсправляемыйДокументРеализации', [sold]),
    xmlLeaf('ВидОперации', 'СогласованноеИзменение'),
    xmlLeaf('ОтражатьВУчете', true),
    correctionTable('Товары', ukd),
    correctionTable('Услуги', ukd),
  ]);
  if (!hasTax(original)) return document;
  return (
    document +
    issuedInvoice(sides, {
      kind: 'Корректировочный',
      number,
      dateIso,
      total: {
        gross: ukd.total.gross - original.total.gross,
        vat: ukd.total.vat - original.total.vat,
      },
      basis: xmlNode('КорректировкаРеализацииСсылка', key),
      payments: [],
    })
  );
}

/** Asks 1C to remove a sale or a correction that is not valid any more, and its счёт-фактура with it. */
export function removal({ documentId, isUkd }: { documentId: number; isUkd: boolean }): string {
  const document = isUkd ? 'КорректировкаРеализацииТоваровСсылка' : 'РеализацияТоваровУслугСсылка';
  return (
    removedObject('СчетФактураВыданныйСсылка', makeUuid('invoice', String(documentId))) +
    removedObject(document, makeUuid('document', String(documentId)))
  );
}

import { xmlLeaf, xmlNode } from '../../../lib/xml.ts';
import type { UkdDocument } from '../documents/corrections/ukd-document.ts';
import { correctionTable } from './correction-table.ts';
import { describeMissingRates, money, receivedKey, rubles, UPD_TITLE } from './enterprise-data-parts.ts';

/** A УКД for the buyer's 1C to book, and the УПД that it corrects. */
export interface ReceivedUkd {
  documentId: number;
  originalId: number;
  ukd: UkdDocument;
}

/** A УКД as «Корректировка поступления». The VAT of a lower price is restored. The properties stand in the order of the package. */
export function receivedCorrection({ documentId, originalId, ukd }: ReceivedUkd): string {
  const { original, number, dateIso, reason, total } = ukd;
  const upd = { number: original.number, dateIso: original.dateIso, id: originalId };
  const corrected = xmlNode(
    'ПоступлениеТоваровУслугСсылка',
    receivedKey(original, { ...upd, title: UPD_TITLE }),
  );
  return xmlNode('Документ.КорректировкаПоступленияТоваров', [
    xmlNode(
      'КлючевыеСвойства',
      receivedKey(original, {
        id: documentId,
        number,
        dateIso,
        title: 'Универсальный корректировочный документ',
      }),
    ),
    xmlLeaf('Комментарий', `${reason}${describeMissingRates(original.lines)}`),
    xmlLeaf('ВосстановитьНДС', total.vat < original.total.vat),
    xmlNode('Валюта', rubles()),
    xmlLeaf('Сумма', money(total.gross - original.total.gross)),
    xmlLeaf('СуммаВключаетНДС', true),
    xmlNode('ДокументПоступления', [corrected]),
    xmlNode('ИсправляемыйДокументПоступления', [corrected]),
    xmlLeaf('ВидОперации', 'СогласованноеИзменение'),
    xmlLeaf('ОтражатьВУчете', true),
    correctionTable('Товары', ukd),
    correctionTable('Услуги', ukd),
  ]);
}

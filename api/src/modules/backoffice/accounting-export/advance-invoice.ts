import { xmlLeaf, xmlNode } from '../../../lib/xml.ts';
import { formatAdvanceNumber } from '../../papers/advances/advances.ts';
import { describeComputedRate, makeRef, money, rubles } from '../../papers/exchange/enterprise-data-parts.ts';
import type { ExportedAdvance } from './export-store.ts';
import { contractKey, counterpartyKey, organizationKey, type Counterparty, type Party } from './parties.ts';

/** An issued invoice for an advance, based on the payments that the same file has. Money that came back for fuel has none. */
export function advanceInvoice(own: Party, client: Counterparty, advance: ExportedAdvance): string {
  const { documentId, dateIso, gross, vat, ratePercent, payments } = advance;
  const bases = payments.map(({ id, number, day }) => [
    xmlNode('ПБДСРасчетыСКонтрагентамиСсылка', [
      makeRef('payment', String(id)),
      xmlLeaf('Дата', `${day}T00:00:00`),
      xmlLeaf('Номер', number),
      xmlNode('Организация', organizationKey(own)),
    ]),
  ]);
  return xmlNode('Документ.СчетФактураВыданный', [
    xmlNode('КлючевыеСвойства', [
      makeRef('invoice', String(documentId)),
      xmlLeaf('Номер', formatAdvanceNumber(advance.number)),
      xmlLeaf('Дата', `${dateIso}T00:00:00`),
      xmlNode('Организация', organizationKey(own)),
    ]),
    xmlNode('Валюта', rubles()),
    xmlLeaf('Сумма', money(gross)),
    xmlLeaf('Комментарий', describeComputedRate(ratePercent)),
    xmlNode('Контрагент', counterpartyKey(client.party)),
    xmlNode('Договор', contractKey(own, client)),
    xmlLeaf('СуммаНДС', money(vat)),
    xmlLeaf('ВидСчетаФактуры', 'НаАванс'),
    xmlLeaf('КодВидаОперации', '02'),
    xmlLeaf('Выставлен', true),
    xmlLeaf('ДатаВыставления', dateIso),
    xmlNode(
      'ДокументыОснования',
      (bases.length > 0 ? bases : [[]]).map((basis) =>
        xmlNode('Строка', [xmlNode('ДокументОснование', basis)]),
      ),
    ),
    payments.length === 0
      ? null
      : xmlNode(
          'ПлатежноРасчетныеДокументы',
          payments.map(({ number, datedOn }) =>
            xmlNode('Строка', [xmlLeaf('ДатаДокумента', datedOn), xmlLeaf('НомерДокумента', number)]),
          ),
        ),
    xmlNode('Авансы', [xmlNode('Строка', [xmlLeaf('Сумма', money(gross)), xmlLeaf('СуммаНДС', money(vat))])]),
  ]);
}

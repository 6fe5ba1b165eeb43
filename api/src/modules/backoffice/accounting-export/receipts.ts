import { kopecks } from '#contract/kopecks.ts';
import { vatAt } from '#contract/values/included-vat.ts';
import { xmlLeaf, xmlNode } from '../../../lib/xml.ts';
import type { GoodsLine } from '../../papers/documents/closing/month-closing.ts';
import {
  describeMissingRates,
  makeRef,
  money,
  rubles,
  tableOfLines,
} from '../../papers/exchange/enterprise-data-parts.ts';
import type { NetworkReceipt } from './network-store.ts';
import { counterpartyKey, organizationKey, settlement } from './parties.ts';
import type { Counterparty, Party } from './parties.ts';

/** An accepted invoice of a network as a receipt: a line for each goods of its report, its sum and VAT to the kopeck. */
export function receipt(own: Party, supplier: Counterparty, invoice: NetworkReceipt): string {
  const { id, number, datedOn, from, to, sum } = invoice;
  const rate = findRate(invoice);
  const lines = listReceiptLines(invoice, rate ?? MIXED_RATE);
  const note =
    rate === undefined
      ? '; в счёте не одна ставка НДС: укажите её в 1С, сумма налога верна'
      : describeMissingRates(lines);
  return xmlNode('Документ.ПоступлениеТоваровУслуг', [
    xmlNode('КлючевыеСвойства', [
      makeRef('network-invoice', String(id)),
      xmlLeaf('Дата', `${datedOn}T00:00:00`),
      xmlLeaf('Номер', number),
      xmlNode('Организация', organizationKey(own)),
      xmlNode('ДанныеВходящегоДокумента', [
        xmlLeaf('НомерВходящегоДокумента', number),
        xmlLeaf('ДатаВходящегоДокумента', datedOn),
      ]),
      xmlNode('Контрагент', counterpartyKey(supplier.party)),
    ]),
    tableOfLines('Товары', lines),
    tableOfLines('Услуги', lines),
    xmlNode('Валюта', rubles()),
    xmlLeaf('ВидОперации', 'ПокупкаУПоставщика'),
    xmlLeaf('Сумма', money(sum)),
    xmlLeaf('СуммаВключаетНДС', true),
    settlement(own, supplier),
    xmlLeaf('Комментарий', `Топливо по картам за ${from} — ${to}${note}`),
  ]);
}

/** The rates that a network may have, the present ones first. */
const RATES = [22, 20, 10, 7, 5] as const;
/** No rate of the format, so the lines leave it out. */
const MIXED_RATE = -1;
/** VAT is rounded by line in the network's document, so it may differ from that of the sum by kopecks. */
const TOLERANCE_KOPECKS = 100;
const TOLERANCE_SHARE = 0.0005;

/** Returns the rate that an invoice's VAT is of; null without VAT, undefined when it is of several. */
function findRate({ sum, vat }: NetworkReceipt): number | null | undefined {
  if (vat === 0) return null;
  const tolerance = Math.max(TOLERANCE_KOPECKS, sum * TOLERANCE_SHARE);
  return RATES.find((rate) => Math.abs(vatAt(sum, rate) - vat) <= tolerance);
}

function listReceiptLines({ goods, sum, vat }: NetworkReceipt, ratePercent: number | null): GoodsLine[] {
  const listed = goods.reduce((total, line) => total + line.sum, 0);
  const rows = goods.map((line) => ({ ...line, isService: false }));
  // The report and the invoice may differ by what the network has rounded or billed beside fuel.
  if (listed !== sum)
    rows.push({ title: 'Разница счёта с отчётом сети', centilitres: 0, sum: sum - listed, isService: true });
  let vatLeft = vat;
  return rows.map((row, index) => {
    const share = index === rows.length - 1 ? vatLeft : Math.round((vat * row.sum) / sum);
    vatLeft -= share;
    return {
      title: row.title,
      isService: row.isService,
      isRefund: row.sum < 0,
      ratePercent,
      centilitres: row.centilitres,
      gross: kopecks(row.sum),
      vat: kopecks(share),
      net: kopecks(row.sum - share),
    };
  });
}

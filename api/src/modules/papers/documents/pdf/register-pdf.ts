import { formatQuantity } from '#contract/fuel/goods-unit.ts';
import { setImmediate } from 'node:timers/promises';
import { VAT_ROUNDING } from '#contract/papers/documents.ts';
import { renderLongTable, type LongRow, type LongTable } from '../../../../lib/pdf/long-table-pdf.ts';
import { formatDateLong, formatMoney, formatTimeShort, moscowDay } from '../../../../lib/money-format.ts';
import { partyDetails } from '../../../../lib/pdf/pdf-blocks.ts';
import { glueNumbers } from '../../../../lib/pdf/pdf-tables.ts';
import { vatIncluded } from '../../../../lib/vat.ts';
import { lateRows } from '../closing/late-rows.ts';
import { signedQuantity, signedSum, type ClosingSale } from '../closing/month-closing.ts';
import { addSale, noSales, type CountedSales, type SaleTotals } from '../closing/sale-totals.ts';
import type { ClosingHead } from '../closing-head.ts';

const COLUMNS: LongTable['columns'] = [
  { title: 'Дата и время, МСК', width: 86 },
  { title: 'Операция', width: 84 },
  { title: 'АЗС', width: 261.89 },
  { title: 'Товар', width: 84 },
  { title: 'Кол-во, л', width: 56, figures: true },
  { title: 'Цена, ₽', width: 48, figures: true },
  { title: 'В т. ч. НДС, ₽', width: 64, figures: true },
  { title: 'Сумма с НДС, ₽', width: 74, figures: true },
];

/**
 * Columns for registers where some of the network's sales have a tariff. Discounts are negative, surcharges positive.
 */
const PRICED_COLUMNS: LongTable['columns'] = [
  { title: 'Дата и время, МСК', width: 60 },
  { title: 'Операция', width: 66 },
  { title: 'АЗС', width: 151.89 },
  { title: 'Товар', width: 58 },
  { title: 'Кол-во, л', width: 48, figures: true },
  { title: 'Цена, ₽', width: 38, figures: true },
  { title: 'По цене АЗС, ₽', width: 64, figures: true },
  { title: 'Скидка (−), надбавка, ₽', width: 54, figures: true },
  { title: 'Сервисный сбор, ₽', width: 50, figures: true },
  { title: 'В т. ч. НДС, ₽', width: 56, figures: true },
  { title: 'Сумма с НДС, ₽', width: 66, figures: true },
];

/** All sales of a network and month from the first one, by card, some at a time. */
export type SalesSource = () => AsyncIterable<readonly ClosingSale[]>;

/** Other work of the thread gets its turn after this many lines. */
const LINE_BATCH_SIZE = 500;

/** The register of transactions by card («Реестр операций»): every line as processed, refunds negative, with the network's number. */
export function registerPdf(
  head: ClosingHead,
  counted: CountedSales,
  { sales, onPages }: { sales: SalesSource; onPages?: LongTable['onPages'] },
): Promise<Buffer> {
  const bearsVat = counted.goods.some(({ ratePercent }) => ratePercent !== null);
  return renderLongTable({
    title: `Реестр операций № ${head.number} от ${formatDateLong(head.dateIso)}`,
    author: head.seller.name,
    dateIso: head.dateIso,
    period: head.period,
    parties: [
      { role: 'Поставщик', strong: head.seller.name, text: partyDetails(head.seller) },
      { role: 'Клиент', strong: head.buyer.name, text: partyDetails(head.buyer) },
      { role: 'Сеть', text: head.network },
      ...lateRows(counted.late),
      { role: 'Возражения', text: head.objections },
      ...(bearsVat ? [{ role: 'НДС', text: VAT_ROUNDING }] : []),
    ],
    columns: counted.isPriced ? PRICED_COLUMNS : COLUMNS,
    rows: () => makeRows(counted, sales),
    ...(onPages && { onPages }),
  });
}

async function* makeRows(counted: CountedSales, sales: SalesSource): AsyncGenerator<LongRow[]> {
  const { isPriced } = counted;
  let card = '';
  let holders = '';
  let totals = noSales();
  const cardTotal = (): LongRow => ({ cells: totalRow('Итого по карте', totals, isPriced), isTotal: true });
  for await (const part of sales()) {
    for (let at = 0; at < part.length; at += LINE_BATCH_SIZE) {
      const rows: LongRow[] = [];
      for (const sale of part.slice(at, at + LINE_BATCH_SIZE)) {
        if (sale.cardNumber !== card) {
          if (card !== '') rows.push(cardTotal());
          card = sale.cardNumber;
          totals = noSales();
          holders = formatHolders(sale);
          rows.push({
            title: [`Карта ${spaced(card)}`, sale.comment, holders].filter(Boolean).join(', '),
          });
        } else if (formatHolders(sale) !== holders) {
          holders = formatHolders(sale);
          rows.push({ title: `Карта ${spaced(card)}, дальше: ${holders || 'без машины и водителя'}` });
        }
        addSale(totals, sale);
        rows.push({ cells: makeRow(sale, isPriced) });
      }
      yield rows;
      await setImmediate();
    }
  }
  const { cards } = counted;
  const last = totalRow(`Всего по ${cards === 1 ? 'карте' : `картам: ${cards}`}`, counted, isPriced);
  yield [cardTotal(), { cells: last, isTotal: true, isLast: true }];
}

/** The truck that the card was on and who drove, at the time of the sale. */
function formatHolders({ vehicle, drivers }: ClosingSale): string {
  return [vehicle, drivers].filter(Boolean).join(', ');
}

function makeRow(sale: ClosingSale, priced: boolean): string[] {
  return [
    formatTimeShort(sale.soldAt),
    sale.number,
    [glueNumbers(sale.address), ...listPurposes(sale)].join(', '),
    sale.quantity > 0 && signedSum(sale) < 0 ? `Возврат: ${sale.goodsTitle}` : sale.goodsTitle,
    sale.unit === 'litres'
      ? formatMoney(signedQuantity(sale))
      : formatQuantity(signedQuantity(sale) / 100, sale.unit),
    formatMoney(sale.unitPrice),
    ...(priced ? priceCells(toTotals(sale)) : []),
    formatMoney(signedVat(sale)),
    formatMoney(signedSum(sale)),
  ];
}

/** Returns the trip and the cost centre, which stand beside the station: «рейс 118, центр затрат 26-01». */
function listPurposes({ costCentre, tripNumber }: ClosingSale): string[] {
  return [tripNumber && `рейс ${tripNumber}`, costCentre && `центр затрат ${costCentre}`].filter(Boolean);
}

/**
 * Returns the VAT of one line. The UPD counts the tax of all lines of a product together, so there is no VAT total
 * here.
 */
function signedVat(sale: ClosingSale): number {
  const sum = signedSum(sale);
  const vatKopecks = vatIncluded(Math.abs(sum), moscowDay(sale.taxedAt))?.vatKopecks ?? 0;
  return sum < 0 ? -vatKopecks : vatKopecks;
}

function toTotals(sale: ClosingSale): SaleTotals {
  const totals = noSales();
  addSale(totals, sale);
  return totals;
}

/** Returns the cells from the price at the station to the amount charged. */
function priceCells({ station, change, fee }: SaleTotals): string[] {
  return [formatMoney(station), formatMoney(change), formatMoney(fee)];
}

function totalRow(label: string, totals: SaleTotals, priced: boolean): string[] {
  const cells = priced ? priceCells(totals) : [];
  return [label, '', '', '', formatMoney(totals.centilitres), '', ...cells, '', formatMoney(totals.sum)];
}

function spaced(number: string): string {
  return number.replace(/(\d{4})(?=\d)/g, '$1\u00a0');
}

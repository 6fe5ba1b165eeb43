import { formatDateLong, formatMoney, formatTimeShort, moscowDay } from '../../../lib/money-format.ts';
import { heading, parties, partyDetails } from '../../../lib/paper-blocks.ts';
import { sectionTable, type PaperColumn } from '../../../lib/paper-tables.ts';
import { vatIncluded } from '../../../lib/vat.ts';
import { LANDSCAPE_WIDTH, renderPdf } from '../../../lib/pdf.ts';
import type { ClosingHead } from './closing-papers.ts';
import { lateRows } from './late-rows.ts';
import { signedCentilitres, signedSum, type ClosingSale } from './month-closing.ts';
import { addSale, noSales, type CountedSales, type SaleTotals } from './sale-totals.ts';

const COLUMNS: readonly PaperColumn[] = [
  { title: 'Дата и время, МСК', width: 78 },
  { title: 'Операция', width: 84 },
  { title: 'АЗС', width: '*' },
  { title: 'Товар', width: 90 },
  { title: 'Кол-во, л', width: 56, figures: true },
  { title: 'Цена, ₽', width: 48, figures: true },
  { title: 'В т. ч. НДС, ₽', width: 58, figures: true },
  { title: 'Сумма с НДС, ₽', width: 74, figures: true },
];

/** Where something of the network's sales has a tariff; discounts are negative, surcharges positive. */
const PRICED_COLUMNS: readonly PaperColumn[] = [
  { title: 'Дата и время, МСК', width: 60 },
  { title: 'Операция', width: 66 },
  { title: 'АЗС', width: '*' },
  { title: 'Товар', width: 58 },
  { title: 'Кол-во, л', width: 48, figures: true },
  { title: 'Цена, ₽', width: 38, figures: true },
  { title: 'По цене АЗС, ₽', width: 64, figures: true },
  { title: 'Скидка (−), надбавка, ₽', width: 54, figures: true },
  { title: 'Сервисный сбор, ₽', width: 50, figures: true },
  { title: 'В т. ч. НДС, ₽', width: 56, figures: true },
  { title: 'Сумма с НДС, ₽', width: 66, figures: true },
];

/** The register of transactions by card («Реестр операций»): every line as it was processed, refunds negative, its number as the network has it. */
export async function registerPdf(
  head: ClosingHead,
  counted: CountedSales,
  sales: readonly ClosingSale[],
): Promise<Buffer> {
  const title = `Реестр операций № ${head.number} от ${formatDateLong(head.dateIso)}`;
  const cards = [...Map.groupBy(sales, (sale) => sale.cardNumber)];
  const { isPriced: priced } = counted;
  return await renderPdf({
    title,
    author: head.seller.name,
    dateIso: head.dateIso,
    landscape: true,
    content: [
      heading(title, LANDSCAPE_WIDTH, head.period),
      parties([
        { role: 'Поставщик', strong: head.seller.name, text: partyDetails(head.seller) },
        { role: 'Клиент', strong: head.buyer.name, text: partyDetails(head.buyer) },
        { role: 'Сеть', text: head.network },
        ...lateRows(counted.late),
        { role: 'Возражения', text: head.objections },
      ]),
      sectionTable(
        priced ? PRICED_COLUMNS : COLUMNS,
        cards.map(([number, group]) => ({
          title: [`Карта ${spaced(number)}`, group[0]?.comment, group[0]?.drivers].filter(Boolean).join(', '),
          rows: group.map((sale) => rowOf(sale, priced)),
          total: totalRow(`Итого по карте`, totalsOf(group), priced),
        })),
        totalRow(`Всего по ${cards.length === 1 ? 'карте' : `картам: ${cards.length}`}`, counted, priced),
      ),
    ],
  });
}

function rowOf(sale: ClosingSale, priced: boolean): string[] {
  return [
    formatTimeShort(sale.soldAt),
    sale.number,
    sale.address,
    sale.centilitres > 0 && signedSum(sale) < 0 ? `Возврат: ${sale.goodsTitle}` : sale.goodsTitle,
    formatMoney(signedCentilitres(sale)),
    formatMoney(sale.unitPrice),
    ...(priced ? priceCells(totalsOf([sale])) : []),
    formatMoney(signedVat(sale)),
    formatMoney(signedSum(sale)),
  ];
}

/** Of one line; the UPD counts the tax of all lines of a goods together, so there is no total of it here. */
function signedVat(sale: ClosingSale): number {
  const sum = signedSum(sale);
  const { vatKopecks } = vatIncluded(Math.abs(sum), moscowDay(sale.taxedAt));
  return sum < 0 ? -vatKopecks : vatKopecks;
}

function totalsOf(sales: readonly ClosingSale[]): SaleTotals {
  const totals = noSales();
  for (const sale of sales) addSale(totals, sale);
  return totals;
}

/** From the price at the station to what is charged. */
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

import { formatDateLong, formatMoney, formatTimeShort, moscowDay } from '../../../lib/money-format.ts';
import { heading, parties, partyDetails } from '../../../lib/paper-blocks.ts';
import { sectionTable, type PaperColumn } from '../../../lib/paper-tables.ts';
import { vatIncluded } from '../../../lib/vat.ts';
import { LANDSCAPE_WIDTH, renderPdf } from '../../../lib/pdf.ts';
import type { ClosingHead } from './closing-papers.ts';
import { lateRows } from './late-rows.ts';
import { signedCentilitres, signedSum, totalOf, type ClosingSale } from './month-closing.ts';

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

/** The register of transactions by card («Реестр операций»): every line as it was processed, refunds negative, its number as the network has it. */
export async function registerPdf(head: ClosingHead, sales: readonly ClosingSale[]): Promise<Buffer> {
  const title = `Реестр операций № ${head.number} от ${formatDateLong(head.dateIso)}`;
  const cards = [...Map.groupBy(sales, (sale) => sale.cardNumber)];
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
        ...lateRows(head.month, sales),
        { role: 'Возражения', text: head.objections },
      ]),
      sectionTable(
        COLUMNS,
        cards.map(([number, group]) => ({
          title: [`Карта ${spaced(number)}`, group[0]?.comment, group[0]?.drivers].filter(Boolean).join(', '),
          rows: group.map(rowOf),
          total: totalRow(`Итого по карте`, group),
        })),
        totalRow(`Всего по ${cards.length === 1 ? 'карте' : `картам: ${cards.length}`}`, sales),
      ),
    ],
  });
}

function rowOf(sale: ClosingSale): string[] {
  return [
    formatTimeShort(sale.soldAt),
    sale.number,
    sale.address,
    sale.centilitres > 0 && signedSum(sale) < 0 ? `Возврат: ${sale.goodsTitle}` : sale.goodsTitle,
    formatMoney(signedCentilitres(sale)),
    formatMoney(sale.unitPrice),
    formatMoney(signedVat(sale)),
    formatMoney(signedSum(sale)),
  ];
}

/** Of one line; the UPD counts the tax of all lines of a goods together, so there is no total of it here. */
function signedVat(sale: ClosingSale): number {
  const { vatKopecks } = vatIncluded(sale.sum, moscowDay(sale.taxedAt));
  return signedSum(sale) < 0 ? -vatKopecks : vatKopecks;
}

function totalRow(label: string, sales: readonly ClosingSale[]): string[] {
  const { sum, centilitres } = totalOf(sales);
  return [label, '', '', '', formatMoney(centilitres), '', '', formatMoney(sum)];
}

function spaced(number: string): string {
  return number.replace(/(\d{4})(?=\d)/g, '$1\u00a0');
}

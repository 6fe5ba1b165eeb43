import { formatDateLong, formatMoney, formatTimeShort } from '../../../lib/money-format.ts';
import { heading, parties, partyDetails } from '../../../lib/paper-blocks.ts';
import { sectionTable, type PaperColumn } from '../../../lib/paper-tables.ts';
import { LANDSCAPE_WIDTH, renderPdf } from '../../../lib/pdf.ts';
import type { ClosingHead } from './closing-papers.ts';
import { lateRows } from './late-rows.ts';
import { signedCentilitres, signedSum, totalOf, type ClosingSale } from './month-closing.ts';

const COLUMNS: readonly PaperColumn[] = [
  { title: 'Дата и время, МСК', width: 78 },
  { title: 'Операция', width: 64, figures: true },
  { title: 'АЗС', width: '*' },
  { title: 'Товар', width: 104 },
  { title: 'Кол-во, л', width: 56, figures: true },
  { title: 'Цена, ₽', width: 48, figures: true },
  { title: 'Сумма с НДС, ₽', width: 78, figures: true },
];

/** The register of transactions by card («Реестр операций»): every line as it was processed, refunds negative. */
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
          title: `Карта ${spaced(number)}`,
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
    String(sale.id),
    sale.address,
    sale.centilitres > 0 && signedSum(sale) < 0 ? `Возврат: ${sale.goodsTitle}` : sale.goodsTitle,
    formatMoney(signedCentilitres(sale)),
    formatMoney(sale.unitPrice),
    formatMoney(signedSum(sale)),
  ];
}

function totalRow(label: string, sales: readonly ClosingSale[]): string[] {
  const { sum, centilitres } = totalOf(sales);
  return [label, '', '', '', formatMoney(centilitres), '', formatMoney(sum)];
}

function spaced(number: string): string {
  return number.replace(/(\d{4})(?=\d)/g, '$1\u00a0');
}

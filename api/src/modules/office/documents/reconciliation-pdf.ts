import type { PartnerId } from '#contract/ids.ts';
import { amountInWords } from '../../../lib/amount-in-words.ts';
import { formatDateLong, formatDateShort, formatMoney } from '../../../lib/money-format.ts';
import { heading, paragraph, parties, partyDetails, signatures } from '../../../lib/paper-blocks.ts';
import { sectionTable, type PaperColumn } from '../../../lib/paper-tables.ts';
import { renderPdf } from '../../../lib/pdf.ts';
import type { ClosingHead } from './closing-papers.ts';
import { lateRows } from './late-rows.ts';
import { startOfMonth, totalOf, type ClosingPayment, type MonthFigures } from './month-closing.ts';

const COLUMNS: readonly PaperColumn[] = [
  { title: 'Дата', width: 62 },
  { title: 'Документ', width: '*' },
  { title: 'Дебет, ₽', width: 92, figures: true },
  { title: 'Кредит, ₽', width: 92, figures: true },
];

/**
 * The reconciliation act of a month by the operator's books: debit is what the client took and was paid back, credit
 * is what the client paid. All networks together, because payments belong to none of them.
 */
export async function reconciliationPdf(
  head: ClosingHead,
  figures: MonthFigures,
  networks: ReadonlyMap<PartnerId, string>,
): Promise<Buffer> {
  const title = `Акт сверки взаимных расчётов № ${head.number} от ${formatDateLong(head.dateIso)}`;
  const { debit, credit, rows } = movementsOf(head, figures, networks);
  const first = formatDateShort(startOfMonth(figures.month));
  return await renderPdf({
    title,
    author: head.seller.name,
    dateIso: head.dateIso,
    content: [
      heading(title, undefined, head.period),
      parties([
        { role: 'Поставщик', strong: head.seller.name, text: partyDetails(head.seller) },
        { role: 'Клиент', strong: head.buyer.name, text: partyDetails(head.buyer) },
        { role: 'Период', text: `${head.period}, по данным поставщика` },
        ...lateRows(figures.month, figures.sales, figures.payments),
        { role: 'Возражения', text: head.objections },
      ]),
      sectionTable(
        COLUMNS,
        [
          { rows: [[first, 'Сальдо на начало', ...sidesOf(figures.opening)]] },
          { rows },
          { rows: [['', 'Обороты за период', formatMoney(debit), formatMoney(credit)]] },
        ],
        [formatDateShort(head.dateIso), 'Сальдо на конец', ...sidesOf(figures.closing)],
      ),
      signatures(
        [
          { title: 'От поставщика', name: head.seller.director },
          { title: 'От клиента', name: '' },
        ],
        [
          { margin: [0, 10, 0, 4], text: conclusion(head, figures.closing), bold: true },
          paragraph(
            'Дебет — отпущенное топливо и возвращённые авансы, кредит — поступившие платежи. Возврат топлива уменьшает дебет месяца, в котором он сделан.' +
              (figures.sales.some(({ price }) => price !== null)
                ? ' Топливо — по ценам с учётом тарифа, вместе с сервисным сбором.'
                : ''),
          ),
        ],
      ),
    ],
  });
}

function movementsOf(
  head: ClosingHead,
  { sales, payments, month }: MonthFigures,
  networks: ReadonlyMap<PartnerId, string>,
): { rows: string[][]; debit: number; credit: number } {
  const paid = payments.map((payment) => [
    formatDateShort(payment.at),
    `${paymentWord(payment)} ${payment.basis}`.trim(),
    ...(payment.isReturn ? [formatMoney(-payment.sum), ''] : ['', formatMoney(payment.sum)]),
  ]);
  const groups = [...Map.groupBy(sales, (sale) => sale.partnerId)];
  const bought = groups.map(([partnerId, group]) => [
    formatDateShort(head.dateIso),
    `УПД № ${month.replace('-', '')}-${head.number.split('-')[1]}-${partnerId}, топливо «${networks.get(partnerId) ?? ''}»`,
    formatMoney(totalOf(group).sum),
    '',
  ]);
  return {
    rows: [...paid, ...bought],
    debit: totalOf(sales).sum - sumOf(payments.filter((payment) => payment.isReturn)),
    credit: sumOf(payments.filter((payment) => !payment.isReturn)),
  };
}

function paymentWord({ isReturn, sum }: ClosingPayment): string {
  if (isReturn) return sum < 0 ? 'Возврат аванса' : 'Исправление возврата аванса';
  return sum < 0 ? 'Исправление зачисления' : 'Оплата';
}

function sumOf(payments: readonly ClosingPayment[]): number {
  return payments.reduce((total, payment) => total + payment.sum, 0);
}

/** A balance in the client's favour is printed on the right, a debt on the left. */
function sidesOf(balance: number): [string, string] {
  return balance < 0 ? [formatMoney(-balance), ''] : ['', formatMoney(balance)];
}

function conclusion(head: ClosingHead, balance: number): string {
  const day = formatDateLong(head.dateIso);
  if (balance === 0) return `На ${day} задолженности нет.`;
  const words = `${formatMoney(Math.abs(balance))}\u00a0₽ (${amountInWords(Math.abs(balance))})`;
  return balance > 0
    ? `На ${day} аванс клиента у поставщика составляет ${words}.`
    : `На ${day} задолженность клиента перед поставщиком составляет ${words}.`;
}

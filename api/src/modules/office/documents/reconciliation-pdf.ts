import { kopecks } from '#contract/kopecks.ts';
import { amountInWords } from '../../../lib/amount-in-words.ts';
import { formatDateLong, formatDateShort, formatMoney } from '../../../lib/money-format.ts';
import { heading, paragraph, parties, partyDetails, signatures } from '../../../lib/pdf-blocks.ts';
import { sectionTable, type PdfTableColumn } from '../../../lib/pdf-tables.ts';
import { renderPdf } from '../../../lib/pdf.ts';
import type { FrozenMonth } from './frozen-figures.ts';
import { lateRows } from './late-rows.ts';
import { startOfMonth } from './month-closing.ts';
import { toReconciliationAct, type ReconciledDocument } from './reconciliation-act.ts';
import type { ClosingHead } from './closing-head.ts';

const COLUMNS: readonly PdfTableColumn[] = [
  { title: 'Дата', width: 62 },
  { title: 'Документ', width: '*' },
  { title: 'Дебет, ₽', width: 92, figures: true },
  { title: 'Кредит, ₽', width: 92, figures: true },
];

/**
 * The reconciliation act of a month by the operator's books: debit is what the client took and was paid back, credit
 * is what the client paid. All networks together, because payments belong to none of them.
 */
export async function reconciliationPdf(head: ClosingHead, figures: FrozenMonth): Promise<Buffer> {
  const title = `Акт сверки взаимных расчётов № ${head.number} от ${formatDateLong(head.dateIso)}`;
  const { debit, credit, documents } = toReconciliationAct(figures);
  const start = startOfMonth(figures.month);
  const first = formatDateShort(start);
  const late = { lines: 0, sum: kopecks(0) };
  for (const { sales } of figures.networks) {
    late.lines += sales?.late.lines ?? 0;
    late.sum = kopecks(late.sum + (sales?.late.sum ?? 0));
  }
  const latePayments = figures.payments.filter(({ at }) => new Date(at) < start).length;
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
        ...lateRows(late, latePayments),
        { role: 'Возражения', text: head.objections },
      ]),
      sectionTable(
        COLUMNS,
        [
          { rows: [[first, 'Сальдо на начало', ...formatSides(figures.opening)]] },
          { rows: documents.map(makeRow) },
          { rows: [['', 'Обороты за период', formatMoney(debit), formatMoney(credit)]] },
        ],
        [formatDateShort(head.dateIso), 'Сальдо на конец', ...formatSides(figures.closing)],
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
              (figures.networks.some(({ sales }) => sales?.isPriced)
                ? ' Топливо — по ценам с учётом тарифа, вместе с сервисным сбором.'
                : ''),
          ),
        ],
      ),
    ],
  });
}

function makeRow({ isSale, bookedIso, number, dateIso, deed, debit, credit }: ReconciledDocument): string[] {
  const basis = number === null ? '' : `п/п № ${number} от ${formatDateShort(dateIso)}`;
  return [
    formatDateShort(bookedIso),
    isSale ? `УПД № ${number}, ${deed}` : `${deed} ${basis}`.trim(),
    ...(isSale || debit !== 0 ? [formatMoney(debit), ''] : ['', formatMoney(credit)]),
  ];
}

/** A balance in the client's favour is printed on the right, a debt on the left. */
function formatSides(balance: number): [string, string] {
  return balance < 0 ? [formatMoney(-balance), ''] : ['', formatMoney(balance)];
}

function conclusion(head: ClosingHead, balance: number): string {
  const day = formatDateLong(head.dateIso);
  if (balance === 0) return `На ${day} задолженности нет.`;
  const text = `${formatMoney(Math.abs(balance))}\u00a0₽ (${amountInWords(Math.abs(balance))})`;
  return balance > 0
    ? `На ${day} аванс клиента у поставщика составляет ${text}.`
    : `На ${day} задолженность клиента перед поставщиком составляет ${text}.`;
}

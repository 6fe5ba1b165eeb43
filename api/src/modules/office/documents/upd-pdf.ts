import { amountInWords } from '../../../lib/amount-in-words.ts';
import { formatDateLong, formatMoney } from '../../../lib/money-format.ts';
import { heading, notice, parties, partyDetails, signatures } from '../../../lib/paper-blocks.ts';
import { sectionTable, type PaperColumn } from '../../../lib/paper-tables.ts';
import { LANDSCAPE_WIDTH, renderPdf } from '../../../lib/pdf.ts';
import type { ClosingHead } from './closing-papers.ts';
import { lateRows } from './late-rows.ts';
import { totalOfLines, type GoodsLine } from './month-closing.ts';
import type { CountedSales } from './sale-totals.ts';

/** The litre's code in the classifier of units. */
const OKEI_LITRE = '112';

/** A service's unit has no code that the parties must use: a dash, as the form allows. */
const NO_UNIT = '—';

const COLUMNS: readonly PaperColumn[] = [
  { title: '№', width: 18 },
  { title: 'Наименование товара', width: '*' },
  { title: 'Код ОКЕИ', width: 30 },
  { title: 'Ед.', width: 18 },
  { title: 'Количество', width: 62, figures: true },
  { title: 'Цена без НДС', width: 60, figures: true },
  { title: 'Стоимость без НДС', width: 80, figures: true },
  { title: 'Ставка НДС', width: 42, figures: true },
  { title: 'Сумма НДС', width: 72, figures: true },
  { title: 'Стоимость с НДС', width: 82, figures: true },
];

/**
 * The universal transfer document of a network and month (docs/facts.md 4): VAT by the day of release, litres by
 * OKEI 112, corrections as negative lines of the month in which they were made.
 */
export async function updPdf(head: ClosingHead, { goods, late }: CountedSales): Promise<Buffer> {
  const title = `УПД № ${head.number} от ${formatDateLong(head.dateIso)}`;
  const total = totalOfLines(goods);
  return await renderPdf({
    title,
    author: head.seller.name,
    dateIso: head.dateIso,
    landscape: true,
    content: [
      heading(title, LANDSCAPE_WIDTH, head.period),
      notice(
        'Универсальный передаточный документ. Статус 1: счёт-фактура и передаточный документ (акт). Валюта: российский рубль, код 643. ' +
          'Код из СМС подтверждает получение; подписывается документ усиленной квалифицированной подписью через оператора ЭДО или на бумаге.',
      ),
      parties([
        { role: 'Продавец', strong: head.seller.name, text: partyDetails(head.seller) },
        { role: 'Покупатель', strong: head.buyer.name, text: partyDetails(head.buyer) },
        {
          role: 'Основание',
          text: `Отпуск топлива по картам сети «${head.network}» за период ${head.period}, реестр операций № ${head.number}`,
        },
        ...lateRows(late),
        { role: 'Возражения', text: head.objections },
      ]),
      sectionTable(
        COLUMNS,
        [{ rows: goods.map(rowOf) }],
        [
          '',
          'Всего к оплате',
          '',
          '',
          '',
          '',
          formatMoney(total.net),
          '',
          formatMoney(total.vat),
          formatMoney(total.gross),
        ],
      ),
      signatures(
        [
          { title: 'Товар передал, руководитель', name: head.seller.director },
          { title: 'Главный бухгалтер', name: head.seller.accountant },
          { title: 'Товар получил', name: '' },
        ],
        [
          {
            margin: [0, 8, 0, 0],
            text: [
              { text: 'Всего с НДС: ', bold: true },
              total.gross < 0
                ? `${formatMoney(total.gross)} ₽ — к возврату покупателю`
                : amountInWords(total.gross),
            ],
          },
        ],
      ),
    ],
  });
}

function rowOf(line: GoodsLine, index: number): string[] {
  return [
    String(index + 1),
    line.isRefund ? `Возврат: ${line.title}` : line.title,
    line.isService ? NO_UNIT : OKEI_LITRE,
    line.isService ? NO_UNIT : 'л',
    line.isService ? NO_UNIT : formatMoney(line.centilitres),
    line.centilitres === 0 ? '—' : formatMoney(Math.round((line.net * 100) / line.centilitres)),
    formatMoney(line.net),
    `${line.ratePercent} %`,
    formatMoney(line.vat),
    formatMoney(line.gross),
  ];
}

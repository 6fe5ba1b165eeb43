import type { ExportPart, ExportPreview } from '#contract/backoffice/accounting-export.ts';
import { formatNumber } from '../../../lib/format.ts';
import type { Column } from '../../../tables/column.ts';
import { TwoLines } from '../../../tables/TwoLines.tsx';
import { moneyColumn } from '../../../tables/usual-columns.tsx';

type PartRow = ExportPreview['parts'][number];

/** Name of each part, and the document that 1C makes of it. */
const PART_TEXT: Record<ExportPart, { title: string; document: string }> = {
  sales: { title: 'УПД клиентам', document: 'Реализация товаров и услуг' },
  invoices: { title: 'Счета-фактуры к этим УПД', document: 'Счёт-фактура выданный' },
  'advance-invoices': { title: 'Счета-фактуры на аванс', document: 'Счёт-фактура выданный (на аванс)' },
  'sale-corrections': { title: 'УКД, на сколько изменили', document: 'Корректировка реализации' },
  'debt-corrections': { title: 'Исправления балансов', document: 'Корректировка долга' },
  receipts: { title: 'Принятые счета сетей', document: 'Поступление товаров и услуг' },
  'money-in': { title: 'Платежи клиентов', document: 'Поступление на расчётный счёт' },
  returns: { title: 'Возвраты аванса', document: 'Списание с расчётного счёта' },
  'network-payments': { title: 'Оплаты сетям', document: 'Списание с расчётного счёта' },
};

export const PART_COLUMNS: readonly Column<PartRow>[] = [
  {
    key: 'part',
    header: 'Что в файле',
    narrow: 'title',
    fixed: true,
    value: ({ part }) => PART_TEXT[part].title,
    cell: ({ part }) => <TwoLines below={PART_TEXT[part].document}>{PART_TEXT[part].title}</TwoLines>,
  },
  {
    key: 'count',
    header: 'Документов',
    align: 'end',
    kind: 'count',
    value: ({ count }) => count,
    cell: ({ count }) => formatNumber(count),
  },
  moneyColumn<PartRow>({ key: 'sum', header: 'Сумма', narrow: 'aside', value: ({ sum }) => sum }),
  moneyColumn<PartRow>({ key: 'vat', header: 'В том числе НДС', value: ({ vat }) => vat }),
];

/** A figure of the file beside the same of the trial balance. */
interface BooksRow {
  key: string;
  title: string;
  /** Why both may differ. */
  reason: string;
  file: number;
  books: number;
}

export function listBooksRows({ parts, books }: ExportPreview): BooksRow[] {
  const sum = (part: ExportPart): number => parts.find((row) => row.part === part)?.sum ?? 0;
  return [
    {
      key: 'sold',
      title: 'Продано клиентам',
      reason:
        'Продажи, по которым ещё нет УПД, УПД за другие дни или плата за месяц: её берут в начале следующего',
      file: sum('sales'),
      books: books.sold,
    },
    {
      key: 'corrected',
      title: 'Исправлено',
      reason: 'УКД, отозванные после этих дней',
      file: roundKopecks(sum('sale-corrections') + sum('debt-corrections')),
      books: books.corrected,
    },
    {
      key: 'received',
      title: 'Получено от клиентов',
      reason: 'Платежи, которые банк провёл в один день, а портал учёл в другой',
      file: roundKopecks(sum('money-in') - sum('returns')),
      books: books.received,
    },
    {
      key: 'paid',
      title: 'Оплачено сетям',
      reason: 'Платежи сети, чей ИНН указали позже',
      file: sum('network-payments'),
      books: books.paid_to_networks,
    },
  ];
}

/** Sums of rubles gather errors past the kopeck. */
function roundKopecks(rubles: number): number {
  return Math.round(rubles * 100) / 100;
}

/** The file less the books, in rubles. */
const getDifference = ({ file, books }: BooksRow): number => roundKopecks(file - books);

export const BOOKS_COLUMNS: readonly Column<BooksRow>[] = [
  {
    key: 'title',
    header: 'Оборот',
    narrow: 'title',
    fixed: true,
    value: ({ title }) => title,
    cell: (row) => <TwoLines below={getDifference(row) === 0 ? undefined : row.reason}>{row.title}</TwoLines>,
  },
  moneyColumn<BooksRow>({ key: 'file', header: 'В файле', value: ({ file }) => file }),
  moneyColumn<BooksRow>({ key: 'books', header: 'По балансу', value: ({ books }) => books }),
  moneyColumn<BooksRow>({ key: 'difference', header: 'Разница', value: getDifference }),
];

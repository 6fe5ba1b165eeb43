import type { MailedReport } from '#contract/insights/mailings.ts';
import type { FileColumn } from '../../../lib/tables/table-file.ts';

type Value = string | number | null;

/** A list as a file has it: its rows are values already. */
export interface ReportTable {
  columns: readonly FileColumn<readonly Value[]>[];
  rows: readonly (readonly Value[])[];
}

export type ListedReport = Exclude<MailedReport, 'summary'>;

/** Headings under which the columns of a screen stand in the file; columns of `fixed` always come first. */
interface Headings {
  fixed: readonly string[];
  of: Readonly<Record<string, readonly string[]>>;
}

const HEADINGS: Readonly<Record<ListedReport, Headings>> = {
  cards: {
    fixed: ['Карта'],
    of: {
      driver: ['Водители'],
      status: ['Статус'],
      limit: ['Лимит', 'Единица лимита', 'Период лимита'],
      left: ['Потрачено за период'],
      network: ['Сеть'],
      number: ['Карта'],
      comment: ['Комментарий'],
      sum: ['Остаток'],
    },
  },
  operations: {
    fixed: ['Тип', 'Топливо'],
    of: {
      at: ['Дата'],
      card: ['Карта'],
      what: ['Тип', 'Топливо'],
      driver: ['Водитель'],
      litres: ['Литры'],
      price: ['Цена'],
      network: ['Сеть'],
      comment: ['Комментарий карты'],
      address: ['Адрес'],
      number: ['Номер операции'],
      status: ['Статус'],
      vat: ['В том числе НДС'],
      charged: ['К оплате'],
      sum: ['Сумма'],
    },
  },
  invoices: {
    fixed: ['Номер'],
    of: {
      number: ['Номер'],
      date: ['Дата'],
      due: ['Оплатить до'],
      status: ['Статус'],
      paid: ['Оплачено'],
      sum: ['Сумма'],
    },
  },
  documents: {
    fixed: ['Документ'],
    of: {
      title: ['Документ'],
      month: ['Месяц'],
      network: ['Сеть'],
      published: ['Опубликован'],
      sum: ['Сумма'],
      vat: ['НДС'],
      status: ['Подтверждён', 'Возражение'],
    },
  },
  drivers: {
    fixed: ['Водитель'],
    of: { name: ['Водитель'], phone: ['Телефон'], cards: ['Карты'], count: ['Карт'] },
  },
  statement: {
    fixed: ['Содержание'],
    of: {
      at: ['Дата'],
      what: ['Содержание'],
      sum: ['Сумма'],
      from: ['Откуда'],
      to: ['Куда'],
      balance: ['Остаток'],
    },
  },
};

/** Rows of a list as values, in the order and with the columns that the view's address has chosen. */
export function arrangeTable<Row>(
  report: ListedReport,
  query: URLSearchParams,
  { columns, rows }: { columns: readonly FileColumn<Row>[]; rows: readonly Row[] },
): ReportTable {
  const values = rows.map((row) => columns.map((column) => column.of(row)));
  const headers = columns.map(({ header }) => header);
  const chosen = chosenHeaders(report, query) ?? headers;
  const places = chosen.map((header) => headers.indexOf(header)).filter((place) => place >= 0);
  return {
    columns: places.map((place, at) => ({
      ...(columns[place] as FileColumn<never>),
      of: (row) => row[at] ?? null,
    })),
    rows: sortRows(report, query, headers, values).map((row) => places.map((place) => row[place] ?? null)),
  };
}

function chosenHeaders(report: ListedReport, query: URLSearchParams): string[] | null {
  const { fixed, of } = HEADINGS[report];
  const keys = (query.get('cols') ?? '').split(',').filter((key) => Object.hasOwn(of, key));
  return keys.length > 0 ? [...new Set([...fixed, ...keys.flatMap((key) => of[key] ?? [])])] : null;
}

/** Rows without a value come last in both orders, as on the screen. */
function sortRows(
  report: ListedReport,
  query: URLSearchParams,
  headers: readonly string[],
  rows: readonly (readonly Value[])[],
): readonly (readonly Value[])[] {
  const sort = query.get('sort') ?? '';
  const key = sort.replace(/^-/, '');
  const { of } = HEADINGS[report];
  const place = headers.indexOf((Object.hasOwn(of, key) && of[key]?.[0]) || '');
  if (place < 0) return rows;
  const turn = sort.startsWith('-') ? -1 : 1;
  return rows.toSorted((left, right) => {
    const [a = null, b = null] = [left[place], right[place]];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return turn * compare(a, b);
  });
}

function compare(a: string | number, b: string | number): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return COLLATOR.compare(String(a), String(b));
}

const COLLATOR = new Intl.Collator('ru', { numeric: true });

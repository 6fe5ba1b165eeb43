import { MAX_TITLE_ROWS, type TableRow } from '../../../lib/tables/table-limits.ts';

interface Column {
  /** Title on our own form, by which a missing column is named. */
  title: string;
  /** Titles of the reports that are known, the most specific first. */
  titles: readonly RegExp[];
  /** Similar titles with another meaning. */
  not?: RegExp;
}

/** Fields of a report, in the order in which titles are assigned. Reports of ОПТИ 24 and РН-Карт are recognised. */
const COLUMNS = {
  card: {
    title: 'Номер карты',
    titles: [/^(номер|№) ?(топливной )?карты$|^card[ _]?(number|num|no\.?)$/i, /^карта$|^card$/i, /карт/i],
    not: /держател|владел|комментар|стату|вид|тип|групп|id|количеств|всего|баланс|остат|лимит/i,
  },
  kind: {
    title: 'Операция',
    titles: [/^(тип|вид) (операции|транзакции)$|^операция$|^type$/i],
  },
  time: { title: 'Время', titles: [/^время( транзакции| операции| заправки)?( \(мск\))?$|^time$/i] },
  date: {
    title: 'Дата и время',
    titles: [
      /^дата( и |\/|, ?| )время|^date ?time$|^timestamp$/i,
      /^дата( транзакции| операции| заправки| чека| обслуживания)?( \(мск\))?$|^date$/i,
    ],
    not: /выгруз|форм|документ|сч[её]т/i,
  },
  station: {
    title: 'АЗС',
    titles: [
      /^адрес( азс| то| точки обслуживания| станции)?$|^address$/i,
      /^(название |наименование |номер |№ ?)?(азс|то|точк[аи] обслуживания|станци[яи])$|^(poi|station)/i,
      /азс|точк.*обслуж/i,
    ],
    not: /владел|эмитент|регион|id|код/i,
  },
  goods: {
    title: 'Топливо',
    titles: [
      /^(товар|услуга|товар ?\/ ?услуга|товар, услуга|вид топлива|топливо|продукт|нефтепродукт)$|^(product|goods)( name)?$|^gname$/i,
      /^(наименование|название) (товара|услуги|продукта|топлива)/i,
      /товар|топлив|продукт|услуг/i,
    ],
    not: /групп|категор|код|id|стоимост|сумм|цен|колич/i,
  },
  litres: {
    title: 'Литры',
    titles: [
      /^(количество|кол-во|колич\.?|литры|литров|об[ъь]?[её]м)(,? ?\(?(л|литров|ед)\.?\)?)?$|^(qty|quantity|value|volume|litres)$/i,
      /^(количество|кол-во|об[ъь]?[её]м|литр)/i,
    ],
    not: /чек|операц|транзакц|карт/i,
  },
  stationPrice: {
    title: 'Цена без скидки',
    titles: [/^цена (без скидки|на азс|азс|стелы|по прайсу|розничная)|^price[ _]no[ _]discount$/i],
  },
  stationSum: {
    title: 'Сумма без скидки',
    titles: [
      /^(сумма|стоимость) (без скидки|на азс|азс|по стеле|по прайсу|розничная)|^sum[ _]no[ _]discount$/i,
    ],
  },
  price: {
    title: 'Цена',
    titles: [/^цена( со скидкой| с ндс)?(,? ?\(?(руб|₽)\.?\)?)?$|^d?price$/i, /^цена/i],
    not: /без скидки|азс/i,
  },
  sum: {
    title: 'Сумма',
    titles: [
      /^(сумма|стоимость)( со скидкой| с уч[её]том скидки| к оплате| с ндс)(,? ?\(?(руб|₽)\.?\)?)?|^dsum$/i,
      /^(сумма|стоимость|итого)(,? ?\(?(руб|₽)\.?\)?)?$|^sum$/i,
      /^(сумма|стоимость)/i,
    ],
    not: /скидки$|скидка|без скидки|сумма ндс|комисс|бонус|налог/i,
  },
} as const satisfies Record<string, Column>;

export type ReportField = keyof typeof COLUMNS;
const FIELDS = Object.keys(COLUMNS) as ReportField[];
/** A report without one of them cannot be compared. */
const REQUIRED = ['date', 'litres', 'sum'] as const satisfies readonly ReportField[];

export interface Report {
  places: Partial<Record<ReportField, number>>;
  /** The header's own title of each field that was found. */
  columns: { field: string; header: string }[];
  rows: readonly TableRow[];
}

/** Returns the title of a field on our own form. */
function reportTitle(field: ReportField): string {
  return COLUMNS[field].title;
}

/** The columns of a report and the rows below its header; the fields that are missing where no row is a header. */
export function findReportColumns(all: readonly TableRow[]): Report | { missing: string[] } {
  let best: { at: number; places: Report['places'] } = { at: -1, places: {} };
  for (const [at, row] of all.slice(0, MAX_TITLE_ROWS + 1).entries()) {
    const places = findPlaces(row.cells);
    if (countPlaces(places) > countPlaces(best.places)) best = { at, places };
  }
  const { at, places } = best;
  const missing = REQUIRED.filter((field) => places[field] === undefined);
  if (missing.length > 0) return { missing: missing.map(reportTitle) };
  const header = all[at]?.cells ?? [];
  return {
    places,
    columns: FIELDS.flatMap((field) => {
      const place = places[field];
      return place === undefined ? [] : [{ field: reportTitle(field), header: header[place] ?? '' }];
    }),
    rows: all.slice(at + 1),
  };
}

function countPlaces(places: Report['places']): number {
  return Object.keys(places).length;
}

/** Each field gets the column whose title fits best; a column belongs to one field. */
function findPlaces(cells: readonly string[]): Report['places'] {
  const titles = cells.map((cell) => cell.replace(/\s+/g, ' ').trim());
  const taken = new Set<number>();
  const places: Report['places'] = {};
  for (const field of FIELDS) {
    const { titles: patterns, not }: Column = COLUMNS[field];
    const fits = titles.flatMap((title, place) => {
      const rank = taken.has(place) || not?.test(title) ? -1 : patterns.findIndex((item) => item.test(title));
      return rank === -1 ? [] : [{ place, rank }];
    });
    const [found] = fits.sort((a, b) => a.rank - b.rank || a.place - b.place);
    if (!found) continue;
    places[field] = found.place;
    taken.add(found.place);
  }
  return places;
}

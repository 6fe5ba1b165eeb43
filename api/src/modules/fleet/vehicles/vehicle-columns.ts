import { readPlate } from '#contract/values/plate.ts';
import { MAX_TITLE_ROWS, type TableRow } from '../../../lib/tables/table-limits.ts';

interface Column {
  /** Titles of our own export and of others, the most specific first. */
  titles: readonly RegExp[];
  /** Similar titles with another meaning. */
  not?: RegExp;
}

const COLUMNS = {
  plate: {
    titles: [
      /^(гос\.?|государственный|рег\.?|регистрационный)?\s*(рег\.?|регистрационный)?\s*(номер|знак)( (тс|машины|авто|автомобиля))?$|^госномер$|^грз$|^plate( number)?$/i,
      /гос\.?\s*(рег\.?\s*)?(номер|знак)|^г\/н|^рег\.?\s*(номер|знак)/i,
      /^номер|^машина$|^автомобиль$|^тс$|^plate/i,
    ],
    not: /карт|п\/п|кузов|шасси|двиг|vin|тел|птс|стс|паспорт|полис|догов|прицеп|водит|инв|гараж|строк/i,
  },
  brand: {
    titles: [/^марка$|^марка[ ,и]+модель|^brand/i, /марка|модель/i],
    not: /топлив|карт|шин|масл|глонасс|трекер|прицеп/i,
  },
  fuel: {
    titles: [/^(вид |тип |марка )?топлив[оа]$|^fuel( type)?$/i, /^топливо|^(вид|тип|марка) топлива|^fuel/i],
    not: /карт|расход|норма|остат|сумм|цен|бак|\bл\b|литр/i,
  },
  tank: {
    titles: [/^бак(,? ?\(?л\.?\)?)?$|об[ъь]?[её]м бака|^tank/i, /^бак|[её]мкость бака/i],
    not: /остат|количеств|втор|доп/i,
  },
  winter: { titles: [/норма.*зим|зимн.*норма|расход.*зим|зимн.*расход/i], not: /факт|сумм|дат/i },
  norm: {
    titles: [/^норма(,| \(?л| расхода|$)|^norm/i, /норма/i, /расход/i],
    not: /зим|факт|сумм|руб|дат|средн/i,
  },
  group: { titles: [/^группа$|^колонна$|^филиал$|^group$/i, /^групп|^колонна|^филиал|^group/i] },
  cards: {
    titles: [/^карт[аы]$|^cards?$/i, /^(номер |№ ?)?(топливн\S* )?карт|^card/i],
    not: /лимит|дат|пин|pin|количеств|статус|срок|баланс/i,
  },
  km: {
    titles: [
      /^(пробег|одометр|спидометр|odometer)(,? ?\(?км\.?\)?)?$/i,
      /^пробег|^одометр|^спидометр|^odometer/i,
    ],
    not: /месяц|день|сутк|дат|период|за |до то|рейс/i,
  },
} as const satisfies Record<string, Column>;
export type ColumnName = keyof typeof COLUMNS;

type ColumnPlaces = Partial<Record<ColumnName, number>>;

const NAMES = Object.keys(COLUMNS) as ColumnName[];
/** Rows that are asked which of two columns has plates. */
const SAMPLE_ROWS = 50;

export interface VehicleTable {
  places: ColumnPlaces;
  rows: readonly TableRow[];
}

/** The columns of a list and the rows below its header, above which a title may stand; null when none has plates. */
export function findColumns(all: readonly TableRow[]): VehicleTable | null {
  let best: { place: number; places: ColumnPlaces } | null = null;
  for (const [place, row] of all.slice(0, MAX_TITLE_ROWS + 1).entries()) {
    const places = placesIn(row.cells, all.slice(place + 1, place + 1 + SAMPLE_ROWS));
    const isHeader = places.plate !== undefined;
    if (isHeader && (!best || countPlaces(places) > countPlaces(best.places))) best = { place, places };
  }
  return best && { places: best.places, rows: all.slice(best.place + 1) };
}

function countPlaces(places: ColumnPlaces): number {
  return Object.keys(places).length;
}

function placesIn(titles: readonly string[], rows: readonly TableRow[]): ColumnPlaces {
  const candidates = titles.map((title, place) => findCandidate(title, place, rows));
  const places: ColumnPlaces = {};
  for (const name of NAMES) {
    const [best] = candidates
      .filter((candidate) => candidate?.name === name)
      .sort((a, b) => b!.plates - a!.plates || a!.rank - b!.rank);
    if (best) places[name] = best.place;
  }
  return places;
}

interface Candidate {
  name: ColumnName;
  place: number;
  rank: number;
  /** Number of rows with a plate there, for a column of plates. */
  plates: number;
}

function findCandidate(text: string, place: number, rows: readonly TableRow[]): Candidate | null {
  const title = text.replace(/\s+/g, ' ').trim();
  for (const name of NAMES) {
    const { titles, not }: Column = COLUMNS[name];
    const rank = titles.findIndex((regExp) => regExp.test(title));
    if (rank === -1 || not?.test(title)) continue;
    const plates =
      name === 'plate' ? rows.filter(({ cells }) => readPlate(cells[place] ?? '') !== null).length : 0;
    return { name, place, rank, plates };
  }
  return null;
}

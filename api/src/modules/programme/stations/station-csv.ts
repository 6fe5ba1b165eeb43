import { readMoney, toRubles, type Kopecks } from '#contract/kopecks.ts';
import { csvFile, csvNumber, csvText, removeFormulaGuard } from '#contract/values/csv.ts';
import { readCsv } from '../../../lib/tables/csv.ts';
import {
  MAX_TABLE_COLUMNS,
  MAX_TITLE_ROWS,
  TableProblem,
  type TableRow,
} from '../../../lib/tables/table-limits.ts';
import { readDecimal } from '../../../lib/read-decimal.ts';
import type { Station } from './stations.ts';

/** The columns of the list, in both directions: what is downloaded can be corrected and uploaded again. */
const COLUMNS = [
  { field: 'lat', title: 'Широта', needed: true },
  { field: 'lon', title: 'Долгота', needed: true },
  { field: 'region', title: 'Регион', needed: true },
  { field: 'city', title: 'Город', needed: false },
  { field: 'street', title: 'Улица', needed: false },
  { field: 'house', title: 'Дом', needed: false },
  { field: 'brand', title: 'Бренд', needed: true },
  { field: 'name', title: 'Название', needed: true },
  { field: 'ownType', title: 'Тип', needed: false },
  { field: 'qr_available', title: 'Оплата по QR', needed: false },
  { field: 'price_dt', title: 'Цена ДТ', needed: false },
  { field: 'height_m', title: 'Высота въезда, м', needed: false },
  { field: 'adblue', title: 'AdBlue', needed: false },
] as const;

type Field = (typeof COLUMNS)[number]['field'];

/** UTF-8 with a byte order mark and `;`, as a Russian spreadsheet reads it; formulas defused. */
export function stationCsv(stations: readonly Station[]): string {
  return csvFile([
    COLUMNS.map(({ title }) => csvText(title)),
    ...stations.map((station) => [
      csvNumber(station.lat),
      csvNumber(station.lon),
      csvText(station.region),
      csvText(station.city),
      csvText(station.street),
      csvText(station.house),
      csvText(station.brand),
      csvText(station.name),
      csvText(station.ownType),
      station.qrAvailable ? 'да' : 'нет',
      station.dieselPrice === null ? '' : csvNumber(toRubles(station.dieselPrice)),
      station.heightCentimetres == null ? '' : csvNumber(station.heightCentimetres / 100),
      station.adblue == null ? '' : station.adblue ? 'да' : 'нет',
    ]),
  ]);
}

export type StationsRead = { ok: true; stations: Station[] } | { ok: false; problems: string[] };

const MAX_STATIONS = 200_000;
const MAX_PROBLEMS = 20;
const MAX_CELL_LENGTH = 300;
/** A longer cell is detected by one character above the limit. */
const LIMITS = { rows: MAX_STATIONS, columns: MAX_TABLE_COLUMNS, cellLength: MAX_CELL_LENGTH + 1 };

/** A list that staff upload; every problem is a Russian sentence that names its line. One bad line spoils the whole list. */
export function readStationCsv(bytes: Uint8Array): StationsRead {
  try {
    return readStationRows(readCsv(bytes, LIMITS));
  } catch (error) {
    if (error instanceof TableProblem) return refused([error.message]);
    throw error;
  }
}

function readStationRows(all: readonly TableRow[]): StationsRead {
  const findMissingColumns = (row: TableRow | undefined) =>
    COLUMNS.filter(({ field, needed }) => needed && !(row && findColumns(row).has(field)));
  // A title may stand above the header.
  const place = all.slice(0, MAX_TITLE_ROWS + 1).findIndex((row) => findMissingColumns(row).length === 0);
  const header = all[Math.max(place, 0)];
  if (!header) return refused(['Файл пуст']);
  const missing = findMissingColumns(header);
  if (missing.length > 0)
    return refused([
      `Строка ${header.line}: нет столбцов ${missing.map(({ title }) => `«${title}»`).join(', ')}`,
    ]);
  const places = findColumns(header);
  const rows = all.slice(place + 1);
  if (rows.length === 0) return refused(['В файле нет ни одной станции']);
  if (rows.length > MAX_STATIONS) return refused([`В файле больше ${MAX_STATIONS} станций`]);
  const problems: string[] = [];
  const stations = rows.flatMap((row) => parseStation(row, places, problems) ?? []);
  return problems.length > 0 ? refused(problems) : { ok: true, stations };
}

function refused(problems: string[]): StationsRead {
  const more = problems.length - MAX_PROBLEMS;
  const shown = problems.slice(0, MAX_PROBLEMS);
  return { ok: false, problems: more > 0 ? [...shown, `И ещё ошибок: ${more}`] : shown };
}

/** Column titles in Russian, or the names that the wire uses. */
function findColumns({ cells }: TableRow): Map<Field, number> {
  const places = new Map<Field, number>();
  for (const [index, cell] of cells.entries()) {
    const name = cell.toLowerCase();
    const column = COLUMNS.find(
      ({ field, title }) => name === field.toLowerCase() || name === title.toLowerCase(),
    );
    if (column && !places.has(column.field)) places.set(column.field, index);
  }
  return places;
}

function parseStation(row: TableRow, places: Map<Field, number>, problems: string[]): Station | null {
  const before = problems.length;
  const fault = (what: string): void => void problems.push(`Строка ${row.line}: ${what}`);
  const text = (field: Field): string => {
    const value = removeFormulaGuard(row.cells[places.get(field) ?? -1] ?? '');
    if (value.length > MAX_CELL_LENGTH) fault(`столбец «${getColumnTitle(field)}» не читается`);
    return value;
  };
  const requireField = (field: Field): string => {
    const value = text(field);
    if (value === '') fault(`не заполнен столбец «${getColumnTitle(field)}»`);
    return value;
  };
  const degrees = (field: 'lat' | 'lon', max: number): number => {
    const value = text(field).replace(',', '.');
    const number = /^-?\d{1,3}(\.\d+)?$/.test(value) ? Number(value) : Number.NaN;
    if (!(Math.abs(number) <= max)) fault(`${field === 'lat' ? 'широта' : 'долгота'} от −${max} до ${max}`);
    return number;
  };
  const price = (): Kopecks | null => {
    const value = text('price_dt');
    if (value === '') return null;
    const read = readMoney(value, 4);
    if (read.ok && read.kopecks > 0) return read.kopecks;
    fault('цена дизеля указывается в рублях, например 74,50');
    return null;
  };
  /** Null means that the file gives no value. */
  const flag = (field: 'qr_available' | 'adblue', label: string): boolean | null => {
    const value = text(field).toLowerCase();
    if (['да', '1', 'true', 'yes', '+'].includes(value)) return true;
    if (!['', 'нет', '0', 'false', 'no', '-', '−'].includes(value)) fault(`${label}: да или нет`);
    return value === '' ? null : false;
  };
  const parseHeight = (): number | null => {
    const value = text('height_m');
    if (value === '') return null;
    const centimetres = Math.round((readDecimal(value, 'metres') ?? Number.NaN) * 100);
    if (centimetres >= 100 && centimetres <= 2000) return centimetres;
    fault('высота въезда указывается в метрах, от 1 до 20, например 4,5');
    return null;
  };
  const station: Station = {
    lat: degrees('lat', 90),
    lon: degrees('lon', 180),
    region: requireField('region'),
    city: text('city'),
    street: text('street'),
    house: text('house'),
    brand: requireField('brand'),
    name: requireField('name'),
    ownType: text('ownType'),
    qrAvailable: flag('qr_available', 'оплата по QR') ?? false,
    dieselPrice: price(),
    heightCentimetres: parseHeight(),
    adblue: flag('adblue', 'AdBlue'),
  };
  return problems.length > before ? null : station;
}

function getColumnTitle(field: Field): string {
  return COLUMNS.find((column) => column.field === field)?.title ?? field;
}

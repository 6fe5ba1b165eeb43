import { readMoney } from '#contract/kopecks.ts';
import { readPlate } from '#contract/values/plate.ts';
import { MAX_TOLL_ROWS } from '#contract/fleet/tolls.ts';
import { fieldRefusal } from '../../../errors.ts';
import type { UploadedFile } from '../../../http/body.ts';
import { readDecimal } from '../../../lib/read-decimal.ts';
import { readMoment } from '../../../lib/read-moment.ts';
import { readTable } from '../../../lib/tables/read-table.ts';
import {
  describeTooManyRows,
  MAX_TABLE_COLUMNS,
  MAX_TITLE_ROWS,
  type TableRow,
} from '../../../lib/tables/table-limits.ts';
import type { Toll } from './tolls.ts';

export interface ReadTolls {
  tolls: Toll[];
  wrong: { line: number; problem: string }[];
}

const LIMITS = { rows: MAX_TOLL_ROWS, columns: MAX_TABLE_COLUMNS, cellLength: 300, times: true } as const;
const MAX_KM = 10_000;
const MAX_KOPECKS = 100_000_000;

/** Titles of the report of lk.platon.ru; other operators of toll roads name the same columns alike. */
const COLUMNS = {
  plate: { title: 'ГРЗ ТС', pattern: /^грз|гос\.?\s*номер|регистрационный (номер|знак)/i },
  at: { title: 'Дата/время операции (мск)', pattern: /^дата/i },
  road: { title: 'Наименование дороги', pattern: /наименование дорог|^дорога|^трасса/i },
  km: { title: 'Путь по фед. дорогам, км', pattern: /^путь|пройденн|^расстояние/i },
  sum: { title: 'Списание с РЗ (руб.)', pattern: /^списан|^сумма/i },
} as const;
type Places = Record<keyof typeof COLUMNS, number>;
const NAMES = Object.keys(COLUMNS) as (keyof typeof COLUMNS)[];
const OPTIONAL: readonly string[] = ['road', 'km'];

/** Reads the report of tolls. Refuses `file`: none, not a table, a column that is missing, too many lines. Wrong lines are named. */
export async function readTollFile(file: UploadedFile | null, now: Date): Promise<ReadTolls> {
  if (!file) throw fieldRefusal('file', 'Выберите файл с отчётом');
  const all = await readTable(file.bytes, LIMITS);
  const { places, rows } = findColumns(all);
  if (rows.length > MAX_TOLL_ROWS) throw fieldRefusal('file', describeTooManyRows(MAX_TOLL_ROWS));
  const turns = new Map<string, number>();
  const read: ReadTolls = { tolls: [], wrong: [] };
  for (const row of rows) {
    if (/^(итого|всего)/i.test(row.cells.find((cell) => cell !== '') ?? '')) continue;
    const toll = readLine(row.cells, places, now);
    if (typeof toll === 'string') {
      read.wrong.push({ line: row.line, problem: toll });
      continue;
    }
    const key = JSON.stringify(toll);
    const turn = (turns.get(key) ?? 0) + 1;
    turns.set(key, turn);
    read.tolls.push({ ...toll, turn });
  }
  return read;
}

function findColumns(all: readonly TableRow[]): { places: Places; rows: readonly TableRow[] } {
  for (const [place, { cells }] of all.slice(0, MAX_TITLE_ROWS + 1).entries()) {
    const places = Object.fromEntries(
      NAMES.map((name) => [name, cells.findIndex((cell) => COLUMNS[name].pattern.test(cell))]),
    ) as Places;
    if (places.plate === -1) continue;
    const missing = NAMES.filter((name) => places[name] === -1 && !OPTIONAL.includes(name));
    if (missing.length === 0) return { places, rows: all.slice(place + 1) };
    const titles = missing.map((name) => `«${COLUMNS[name].title}»`).join(', ');
    throw fieldRefusal('file', `В файле не найдены столбцы: ${titles}`);
  }
  throw fieldRefusal('file', 'В файле нет столбца «ГРЗ ТС»: по нему узнаём машину');
}

function readLine(cells: readonly string[], places: Places, now: Date): Omit<Toll, 'turn'> | string {
  const cell = (name: keyof Places) => cells[places[name]] ?? '';
  const plate = readPlate(cell('plate'));
  if (!plate) return 'Это не номер машины';
  const at = readMoment(cell('at'));
  if (!at) return 'Время указывается как 26.11.2026 14:05';
  if (at > now) return 'Это время ещё не наступило';
  const km = cell('km') === '' ? 0 : readDecimal(cell('km'), 'km');
  if (km === null || km > MAX_KM) return 'Путь указывается в километрах, например 12,5';
  const sum = cell('sum').replace(/\s*(₽|руб\.?)$/i, '');
  const isBack = /^[-−]/.test(sum);
  const money = readMoney(isBack ? sum.slice(1) : sum);
  if (!money.ok || money.kopecks > MAX_KOPECKS) return 'Списание указывается в рублях, например 105,40';
  return {
    plate,
    at,
    road: cell('road'),
    metres: Math.round(km * 1000),
    kopecks: isBack ? -money.kopecks : money.kopecks,
  };
}

import { formatPlate, readPlate } from '#contract/values/plate.ts';
import { POSITION_DAYS } from '#contract/limits.ts';
import { MAX_POSITION_ROWS } from '#contract/fleet/telematics.ts';
import { fieldRefusal } from '../../../errors.ts';
import type { UploadedFile } from '../../../http/body.ts';
import { isPlace } from '../../../lib/is-place.ts';
import { readMoment } from '../../../lib/read-moment.ts';
import { readTable } from '../../../lib/tables/read-table.ts';
import { describeTooManyRows, MAX_TABLE_COLUMNS, MAX_TITLE_ROWS } from '../../../lib/tables/table-limits.ts';
import type { TruckPosition } from './telematics.ts';

export interface PlannedPositions {
  found: (TruckPosition & { plate: string })[];
  wrong: { line: number; problem: string }[];
}

const DAY_MS = 86_400_000;
const LIMITS = { rows: MAX_POSITION_ROWS, columns: MAX_TABLE_COLUMNS, cellLength: 100 };
const FORMAT = 'Нужна таблица CSV: номер; время; широта; долгота';

/** A table of plate, time (with a zone, or Moscow's), latitude and longitude. Refuses `file`; wrong lines are named. */
export async function readPositionFile(
  file: UploadedFile | null,
  about: { trucks: ReadonlyMap<string, number>; now: Date },
): Promise<PlannedPositions> {
  if (!file) throw fieldRefusal('file', 'Выберите файл');
  const all = await readTable(file.bytes, LIMITS);
  // A title above the table has no four cells.
  const begin = all.slice(0, MAX_TITLE_ROWS + 1).findIndex(({ cells }) => cells.length >= 4);
  const rows = all.slice(begin);
  const [first] = rows;
  if (!first || begin === -1) throw fieldRefusal('file', FORMAT);
  const isHead = readPlate(first.cells[0] ?? '') === null && !/\d/.test(first.cells[2] ?? '');
  const lines = isHead ? rows.slice(1) : rows;
  if (lines.length > MAX_POSITION_ROWS) throw fieldRefusal('file', describeTooManyRows(MAX_POSITION_ROWS));
  const planned: PlannedPositions = { found: [], wrong: [] };
  for (const { line, cells } of lines) {
    const read = readLine(cells, about);
    if (typeof read === 'string') planned.wrong.push({ line, problem: read });
    else planned.found.push(read);
  }
  return planned;
}

function readLine(
  cells: readonly string[],
  { trucks, now }: { trucks: ReadonlyMap<string, number>; now: Date },
): (TruckPosition & { plate: string }) | string {
  const [name = '', time = '', ...degrees] = cells;
  const plate = readPlate(name);
  if (!plate) return 'Это не номер машины';
  const vehicleId = trucks.get(plate);
  if (vehicleId === undefined) return `В автопарке нет машины ${formatPlate(plate)}`;
  const at = readMoment(time);
  if (!at) return 'Время указывается как 26.11.2026 14:05 или 2026-11-26 14:05';
  if (at > now) return 'Это время ещё не наступило';
  if (now.getTime() - at.getTime() > POSITION_DAYS * DAY_MS)
    return `Место старше ${POSITION_DAYS} дней: портал таких не хранит`;
  const [lat = NaN, lon = NaN] = degrees.map(degreesIn);
  if (!isPlace(lat, lon)) return 'Широта и долгота указываются как 55.7558; 37.6173';
  return { plate, vehicleId, at, lat, lon };
}

function degreesIn(text: string): number {
  return /^[-−]?\d{1,3}(?:[.,]\d{1,15})?$/.test(text)
    ? Number(text.replace('−', '-').replace(',', '.'))
    : NaN;
}

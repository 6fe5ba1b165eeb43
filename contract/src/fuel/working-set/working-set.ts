import type { OperationColumns } from '../operation-columns.ts';
import { getSpendingSign } from '../operation-filter.ts';

/** Largest number of operations that a browser keeps of a company. */
export const MAX_WORKING_SET_ROWS = 100_000;

/** Operations of a company in a browser, newest first, in the parts in which they came. */
export interface WorkingSet {
  parts: readonly OperationColumns[];
  /** Moment from which on it has all operations, in microseconds since 1970; -Infinity: it has all that there are. */
  sinceUs: number;
}

/** Undoes the differences of an answer, so that each row has its own id and moment. */
export function readColumns({ lists, columns }: OperationColumns): OperationColumns {
  return { lists, columns: { ...columns, id: addUp(columns.id), at: addUp(columns.at) } };
}

function addUp(differences: readonly number[]): number[] {
  let last = 0;
  return differences.map((difference) => (last += difference));
}

/** Builds a working set of all parts that were read. `isWhole`: nothing older exists. */
export function toWorkingSet(parts: readonly OperationColumns[], isWhole: boolean): WorkingSet {
  // More operations of the oldest moment may not have been read.
  const oldest = parts.at(-1)?.columns.at.at(-1);
  return { parts, sinceUs: isWhole || oldest === undefined ? -Infinity : oldest + 1 };
}

export function countRows({ parts }: WorkingSet): number {
  return parts.reduce((sum, { columns }) => sum + columns.id.length, 0);
}

/** Returns whether a set has all operations since a Moscow day; undefined: all that there are. */
export function hasSince({ sinceUs }: WorkingSet, day: string | undefined): boolean {
  return (day === undefined ? -Infinity : toDayStartUs(day)) >= sinceUs;
}

/** Returns whether a set has an operation. */
export function hasOperation({ parts }: WorkingSet, id: number): boolean {
  return parts.some(({ columns }) => columns.id.includes(id));
}

/** Replaces what a set has from a moment on by what was read anew from that moment on. */
export function replaceSince(
  set: WorkingSet,
  fromUs: number,
  fresh: readonly OperationColumns[],
): WorkingSet {
  const older = set.parts
    .map((part) => dropNewest(part, countSince(part.columns.at, fromUs)))
    .filter(({ columns }) => columns.id.length > 0);
  return { ...set, parts: [...fresh, ...older] };
}

/** Counts the rows of a part, newest first, that are not older than a moment. */
function countSince(at: readonly number[], fromUs: number): number {
  const first = at.findIndex((moment) => moment < fromUs);
  return first === -1 ? at.length : first;
}

function dropNewest({ lists, columns }: OperationColumns, count: number): OperationColumns {
  const left = Object.entries(columns).map(([name, values]) => [name, values.slice(count)]);
  return { lists, columns: Object.fromEntries(left) as OperationColumns['columns'] };
}

/** Returns the moment at which a Moscow day `YYYY-MM-DD` begins, in microseconds. */
export function toDayStartUs(day: string): number {
  return Date.parse(`${day}T00:00:00+03:00`) * 1000;
}

export const DAY_US = 86_400_000_000;

/** Visits rows, newest first, by the part that has them. `open` prepares what is the same for all rows of a part. */
export function visitRows(
  { parts }: WorkingSet,
  places: Uint32Array,
  open: (part: OperationColumns) => (row: number, index: number) => void,
): void {
  let [index, first] = [0, 0];
  for (const part of parts) {
    const end = first + part.columns.id.length;
    const visit = open(part);
    for (; index < places.length && (places[index] as number) < end; index += 1)
      visit((places[index] as number) - first, index);
    first = end;
  }
}

/** Returns what the client is charged: the sum less discount, with surcharge and fee, in kopecks. */
export function getCharged(
  { sum, discount, surcharge, fee }: OperationColumns['columns'],
  row: number,
): number {
  const hasTariff = (discount[row] as number) >= 0;
  const added = (surcharge[row] as number) + (fee[row] as number) - (discount[row] as number);
  return (sum[row] as number) + (hasTariff ? added : 0);
}

/** Purchases of a part by row: sign 1, -1 of a refund or 0 of no fuel; kopecks and hundredths of a litre with that sign. */
export interface SoldColumns {
  sign: Int8Array;
  spent: Float64Array;
  centilitres: Float64Array;
}

/** Parts don't change, so what they bought is computed once. */
const SOLD = new WeakMap<OperationColumns, SoldColumns>();

/** Computes the purchases of a part. Pieces are no litres. */
export function readSold(part: OperationColumns): SoldColumns {
  const known = SOLD.get(part);
  if (known) return known;
  const { lists, columns } = part;
  const count = columns.id.length;
  const inPieces = lists.goods.map(({ unit }) => unit === 'pieces');
  const sold: SoldColumns = {
    sign: new Int8Array(count),
    spent: new Float64Array(count),
    centilitres: new Float64Array(count),
  };
  for (let row = 0; row < count; row += 1) {
    const sign = getSpendingSign(columns.type[row] as number, columns.status[row] as number);
    if (sign === 0) continue;
    sold.sign[row] = sign;
    sold.spent[row] = sign * getCharged(columns, row);
    if (inPieces[columns.goods[row] as number] !== true)
      sold.centilitres[row] = sign * Math.max(0, columns.quantity[row] as number);
  }
  SOLD.set(part, sold);
  return sold;
}

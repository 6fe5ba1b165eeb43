import type { OperationColumns } from '../operation-columns.ts';
import { OPERATION_FILTERS, type OperationFilterValues } from '../operation-filter.ts';
import { DAY_US, toDayStartUs, type WorkingSet } from './working-set.ts';

type Test = (typeof OPERATION_FILTERS)[keyof OperationFilterValues]['test'];
type Field = (typeof OPERATION_FILTERS)[keyof OperationFilterValues]['field'];
/** Values of a field: an id or a text, or the ids of several. */
type FieldValue = number | string | null | readonly number[];

/** Says whether a value passes a test. */
const TESTS: Readonly<
  Record<Exclude<Test, 'from' | 'to'>, (value: FieldValue, wanted: number | string) => boolean>
> = {
  is: (value, wanted) => value === wanted,
  includes: (value, wanted) => Array.isArray(value) && value.includes(wanted),
  are: (value, wanted) => Array.isArray(value) && value.join() === (wanted === 'none' ? '' : wanted),
};

type ListedField = Exclude<Field, 'id' | 'day' | 'type' | 'status'>;

/** Columns whose rows name values of a list, and what a filter compares of these. */
const LISTED: {
  [F in ListedField]: (part: OperationColumns) => { places: readonly number[]; values: FieldValue[] };
} = {
  card: ({ lists, columns }) => ({ places: columns.card, values: lists.cards.map(({ id }) => id) }),
  partner: ({ lists, columns }) => ({ places: columns.partner, values: lists.partners.map(({ id }) => id) }),
  drivers: ({ lists, columns }) => ({ places: columns.drivers, values: lists.drivers.map(listIds) }),
  vehicles: ({ lists, columns }) => ({ places: columns.vehicles, values: lists.vehicles.map(listIds) }),
  group: ({ lists, columns }) => ({ places: columns.group, values: lists.groups.map(({ id }) => id) }),
  goods: ({ lists, columns }) => ({ places: columns.goods, values: lists.goods.map(({ title }) => title) }),
  station: ({ lists, columns }) => ({
    places: columns.station,
    values: lists.stations.map(({ address }) => address),
  }),
};

function listIds(some: readonly { id: number }[]): number[] {
  return some.map(({ id }) => id).toSorted((a, b) => a - b);
}

/** Returns the places of the rows that a filter finds, newest first, counted over all parts of the set. */
export function filterRows({ parts }: WorkingSet, filter: OperationFilterValues): Uint32Array {
  const found = new Uint32Array(parts.reduce((sum, { columns }) => sum + columns.id.length, 0));
  let count = 0;
  let first = 0;
  for (const part of parts) {
    const checks = listChecks(part, filter);
    const rows = part.columns.id.length;
    for (let row = 0; row < rows; row += 1)
      if (checks.every((check) => check(row))) found[count++] = first + row;
    first += rows;
  }
  return found.subarray(0, count);
}

/** Lists a check of a row for each filter that is set. Values of lists are tested once, not for each row. */
function listChecks(part: OperationColumns, filter: OperationFilterValues): ((row: number) => boolean)[] {
  const { columns } = part;
  return Object.entries(OPERATION_FILTERS).flatMap(([name, { field, test }]) => {
    const wanted = filter[name as keyof OperationFilterValues];
    if (wanted === undefined) return [];
    if (test === 'from') {
      const since = toDayStartUs(String(wanted));
      return [(row: number) => (columns.at[row] as number) >= since];
    }
    if (test === 'to') {
      const until = toDayStartUs(String(wanted)) + DAY_US;
      return [(row: number) => (columns.at[row] as number) < until];
    }
    const passes = TESTS[test];
    if (field === 'id' || field === 'type' || field === 'status') {
      const values = columns[field];
      return [(row: number) => passes(values[row] as number, wanted)];
    }
    const { places, values } = LISTED[field as ListedField](part);
    const passing = values.map((value) => passes(value, wanted));
    return [(row: number) => passing[places[row] as number] === true];
  });
}

import type { Sort } from '../../fields.ts';
import type { OperationColumns } from '../operation-columns.ts';
import { OPERATION_ORDERS } from '../operation-filter.ts';
import type { OperationSort } from '../operations.ts';
import { visitRows, type WorkingSet } from './working-set.ts';

type OrderField = (typeof OPERATION_ORDERS)[OperationSort]['field'];
type RowValue = (row: number) => number | null;

/**
 * Returns the rows of a page in their order, without sorting what is not on it. `places` are those of `filterRows`, newest
 * first, which is the order where none is wanted.
 */
export function sortRows(
  set: WorkingSet,
  places: Uint32Array,
  { sort, offset, limit }: { sort: Sort<OperationSort> | undefined; offset: number; limit: number },
): number[] {
  const end = Math.min(places.length, offset + limit);
  if (offset >= end) return [];
  if (!sort) return [...places.subarray(offset, end)];
  const keys = listKeys(set, places, sort);
  const order = Uint32Array.from(places.keys());
  const isBefore = (one: number, two: number) => {
    const a = keys[one] as number;
    const b = keys[two] as number;
    return a === b ? one < two : a < b;
  };
  // What comes before the page, then the page, then the rest.
  partition(order, { first: 0, end: order.length, wanted: offset }, isBefore);
  partition(order, { first: offset, end: order.length, wanted: end }, isBefore);
  const page = order.subarray(offset, end).toSorted((a, b) => (isBefore(a, b) ? -1 : 1));
  return [...page].map((index) => places[index] as number);
}

/** Rearranges a range so that its first rows up to `wanted` come before all others in the order (Hoare's selection). */
function partition(
  order: Uint32Array,
  { first, end, wanted }: { first: number; end: number; wanted: number },
  isBefore: (one: number, two: number) => boolean,
): void {
  let [low, high] = [first, end - 1];
  while (low < high && wanted > first && wanted < end) {
    const pivot = order[(low + high) >> 1] as number;
    let [left, right] = [low, high];
    while (left <= right) {
      while (isBefore(order[left] as number, pivot)) left += 1;
      while (isBefore(pivot, order[right] as number)) right -= 1;
      if (left > right) break;
      const swapped = order[left] as number;
      order[left] = order[right] as number;
      order[right] = swapped;
      left += 1;
      right -= 1;
    }
    if (wanted <= right) high = right;
    else if (wanted >= left) low = left;
    else return;
  }
}

/** Lists what the order compares of each place, the smaller first; rows without a value come last. */
function listKeys(
  set: WorkingSet,
  places: Uint32Array,
  { key, descending }: Sort<OperationSort>,
): Float64Array {
  const { field, negative = [], zeroIsNone } = OPERATION_ORDERS[key];
  const keys = new Float64Array(places.length);
  const ranks = rankTexts(set, field);
  visitRows(set, places, (part) => {
    const { type } = part.columns;
    const read = readValue(part, field, ranks);
    return (row, index) => {
      const value = read(row);
      const isNone = value === null || (zeroIsNone && value === 0);
      const sign = negative.includes(type[row] as number) === descending ? 1 : -1;
      keys[index] = isNone ? Infinity : sign * value;
    };
  });
  return keys;
}

function readValue(part: OperationColumns, field: OrderField, ranks: ReadonlyMap<string, number>): RowValue {
  const { lists, columns } = part;
  const known = (value: number | undefined) => (value === undefined || value < 0 ? null : value);
  switch (field) {
    case 'at':
    case 'sum':
    case 'status':
      return (row) => columns[field][row] as number;
    case 'unitPrice':
      return (row) => known(columns.unit_price[row]);
    case 'partner':
      return (row) => lists.partners[columns.partner[row] as number]?.id ?? null;
    case 'litres':
      return (row) => {
        const isInPieces = lists.goods[columns.goods[row] as number]?.unit === 'pieces';
        return isInPieces ? null : known(columns.quantity[row]);
      };
    case 'cardNumber':
    case 'goods': {
      const [places, texts] =
        field === 'goods'
          ? [columns.goods, lists.goods.map(({ title }) => title)]
          : [columns.card, lists.cards.map(({ card_number: number }) => number)];
      const ranked = texts.map((text) => (text === null ? null : (ranks.get(text) ?? null)));
      return (row) => ranked[places[row] as number] ?? null;
    }
  }
}

/** Returns the rank of each text of a field in the order of the database. */
function rankTexts({ parts }: WorkingSet, field: OrderField): ReadonlyMap<string, number> {
  const texts = new Set<string>();
  for (const { lists } of parts) {
    if (field === 'cardNumber') for (const { card_number: number } of lists.cards) texts.add(number);
    if (field === 'goods') for (const { title } of lists.goods) if (title !== null) texts.add(title);
  }
  const { compare } = new Intl.Collator('ru');
  // Texts that the language finds equal are compared by their characters, as the database does.
  const sorted = [...texts].sort((a, b) => compare(a, b) || (a < b ? -1 : 1));
  return new Map(sorted.map((text, rank) => [text, rank]));
}

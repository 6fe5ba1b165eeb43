import type { OperationColumns } from '../operation-columns.ts';
import type { SummarySide } from '../spending.ts';
import { monthsBefore } from '../summary/compared-period.ts';
import { toDayStartUs } from './working-set.ts';

/** Row of a report, as `key` and `title` of `operationsSummaryRow` name it. */
export interface RowKey {
  key: string;
  title: string;
}

/** Rows of a report that the operations of a part belong to. */
interface RowKeys {
  keys: readonly RowKey[];
  /** Returns the place in `keys` of an operation's row. */
  find: (row: number) => number;
}

const NAMELESS: RowKey = { key: '', title: '' };

/** Returns the rows of a report that operations belong to. `monthsLater`: months stand beside those so much later. */
export function openKeys({ lists, columns }: OperationColumns, by: SummarySide, monthsLater: 0 | 1): RowKeys {
  switch (by) {
    case 'month':
      return openMonths(columns.at, monthsLater);
    case 'network':
      return openPlaces(columns.partner, lists.partners.map(toKey));
    case 'card':
      return openPlaces(
        columns.card,
        lists.cards.map(({ id, card_number: title }) => toKey({ id, title })),
      );
    case 'driver':
      return openPlaces(columns.drivers, lists.drivers.map(toDriverKey));
    case 'vehicle':
      return openPlaces(columns.vehicles, lists.vehicles.map(toVehicleKey));
    case 'group':
      return openPlaces(columns.truck_group, lists.truck_groups.map(toKey));
    case 'goods':
      return openPlaces(
        columns.goods,
        lists.goods.map(({ title }) => toTitleKey(title)),
      );
    case 'station':
      return openPlaces(
        columns.station,
        lists.stations.map(({ address }) => toTitleKey(address)),
      );
  }
}

function openPlaces(places: readonly number[], keys: readonly RowKey[]): RowKeys {
  return { keys: [NAMELESS, ...keys], find: (row) => (places[row] as number) + 1 };
}

/** Reads the month of a moment only where that of the moment before it in the list has ended. */
function openMonths(at: readonly number[], monthsLater: 0 | 1): RowKeys {
  const keys: RowKey[] = [];
  let [since, until] = [0, 0];
  const find = (row: number) => {
    const moment = at[row] as number;
    if (moment < since || moment >= until) {
      const first = getMonthStart(moment);
      [since, until] = [toDayStartUs(first), toDayStartUs(monthsBefore(first, -1))];
      const month = monthsBefore(first, -monthsLater).slice(0, 7);
      keys.push({ key: month, title: month });
    }
    return keys.length - 1;
  };
  return { keys, find };
}

const MOSCOW_MS = 3 * 3_600_000;

/** Returns the first day of the Moscow month of a moment in microseconds. */
function getMonthStart(us: number): string {
  return `${new Date(us / 1000 + MOSCOW_MS).toISOString().slice(0, 7)}-01`;
}

function toKey({ id, title }: { id: number; title: string }): RowKey {
  return { key: String(id), title };
}

function toTitleKey(title: string | null): RowKey {
  return { key: title ?? '', title: title ?? '' };
}

/** Drivers who shared a card share a row. */
function toDriverKey(drivers: readonly { id: number; name: string }[]): RowKey {
  const listed = drivers.toSorted((a, b) => a.id - b.id);
  return { key: listed.map(({ id }) => id).join(), title: listed.map(({ name }) => name).join(', ') };
}

/** The truck that the card was put on last. */
function toVehicleKey([vehicle]: readonly { id: number; plate: string; brand: string }[]): RowKey {
  if (!vehicle) return NAMELESS;
  const { id, plate, brand } = vehicle;
  return { key: String(id), title: [plate, brand].filter(Boolean).join(' · ') };
}

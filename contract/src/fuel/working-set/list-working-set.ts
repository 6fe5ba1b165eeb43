import type { EndpointMeta } from '../../endpoint.ts';
import type { Sort } from '../../fields.ts';
import {
  OPERATION_STATUS_TITLE,
  OPERATION_TYPE_TITLE,
  type OperationStatusId,
  type OperationTypeId,
} from '../../ids.ts';
import { kopecks, toRubles } from '../../kopecks.ts';
import { OPERATIONS_PER_PAGE } from '../../limits.ts';
import { getStationZone } from '../../station-time.ts';
import { vatAt } from '../../values/included-vat.ts';
import type { OperationColumns } from '../operation-columns.ts';
import type { OperationFilterValues } from '../operation-filter.ts';
import type { listOperations, Operation, OperationSort } from '../operations.ts';
import { filterRows } from './filter-rows.ts';
import { sortRows } from './sort-rows.ts';
import { getCharged, hasSince, readSold, visitRows, type WorkingSet } from './working-set.ts';

/** Query of `listOperations`. */
export interface WorkingSetQuery extends OperationFilterValues {
  page: number;
  perPage?: number;
  sort?: Sort<OperationSort> | undefined;
}

/** Answer of `listOperations`. */
export interface ListedPage {
  data: Operation[];
  meta: EndpointMeta<typeof listOperations>;
}

/**
 * Answers `listOperations` from a working set as the server would. Returns null where the set does not have all operations
 * that the query is about, or the query wants the details of one.
 */
export function listWorkingSet(set: WorkingSet, query: WorkingSetQuery): ListedPage | null {
  const { page, perPage = OPERATIONS_PER_PAGE, sort, ...filter } = query;
  if (filter.operationId !== undefined || !hasSince(set, filter.dateFrom)) return null;
  const places = filterRows(set, filter);
  const rows = sortRows(set, places, { sort, offset: (page - 1) * perPage, limit: perPage });
  return {
    data: rows.map((place) => presentRow(...findRow(set, place))),
    meta: {
      pagination: {
        total_pages: Math.ceil(places.length / perPage),
        current_page: page,
        total: places.length,
      },
      filters: OPERATION_LABELS,
      totals: addUpSpending(set, places),
    },
  };
}

/** Types and statuses by which operations are filtered. */
export const OPERATION_LABELS = {
  types: toLabels(OPERATION_TYPE_TITLE),
  statuses: toLabels(OPERATION_STATUS_TITLE),
};

function toLabels(titles: Record<number, string>): { id: number; label: string }[] {
  return Object.entries(titles).map(([id, label]) => ({ id: Number(id), label }));
}

function findRow({ parts }: WorkingSet, place: number): [OperationColumns, number] {
  let row = place;
  for (const part of parts) {
    if (row < part.columns.id.length) return [part, row];
    row -= part.columns.id.length;
  }
  throw new RangeError(`no row ${place}`);
}

/** Adds up what was spent on fuel, as the company is charged, and its litres. */
function addUpSpending(set: WorkingSet, places: Uint32Array): { sum: number; litres: number } {
  let [spent, centilitres] = [0, 0];
  visitRows(set, places, (part) => {
    const sold = readSold(part);
    return (row) => {
      spent += sold.spent[row] as number;
      centilitres += sold.centilitres[row] as number;
    };
  });
  return { sum: toRubles(kopecks(spent)), litres: centilitres / 100 };
}

function presentRow({ lists, columns }: OperationColumns, row: number): Operation {
  const at = <Name extends keyof OperationColumns['columns']>(name: Name) =>
    columns[name][row] as OperationColumns['columns'][Name][number];
  const rubles = (name: 'sum' | 'discount' | 'surcharge' | 'fee' | 'repaid') => toRubles(kopecks(at(name)));
  const group = lists.groups[at('group')] ?? null;
  const assignment = lists.assignments[at('assignment')];
  const vatRate = lists.vat_rates[at('vat_rate')] ?? null;
  const createdAt = Math.floor(at('at') / 1000);
  const sold = at('sold');
  const typeId = at('type') as OperationTypeId;
  const statusId = at('status') as OperationStatusId;
  return {
    id: at('id'),
    number: at('number'),
    card: required(lists.cards, at('card')),
    partner: required(lists.partners, at('partner')),
    drivers: required(lists.drivers, at('drivers')).map(({ name }) => name),
    vehicle: required(lists.vehicles, at('vehicles'))[0] ?? null,
    group,
    cost_centre: assignment?.cost_centre || (group?.cost_centre ?? ''),
    trip_number: assignment?.trip_number ?? '',
    type: { id: typeId, title: OPERATION_TYPE_TITLE[typeId] },
    purchase: sold === null ? null : presentPurchase({ lists, columns }, row, createdAt + sold),
    sum: rubles('sum'),
    vat: sold === null || vatRate === null ? null : toRubles(kopecks(vatAt(at('sum'), vatRate))),
    ...(at('discount') >= 0 &&
      sold !== null && {
        price: {
          discount: rubles('discount'),
          surcharge: rubles('surcharge'),
          fee: rubles('fee'),
          charged: toRubles(kopecks(getCharged(columns, row))),
          vat: toRubles(kopecks(vatAt(getCharged(columns, row), vatRate))),
        },
      }),
    created_at: new Date(createdAt).toISOString(),
    status: { id: statusId, title: OPERATION_STATUS_TITLE[statusId] },
    reason: lists.reasons[at('reason')] ?? null,
    ...(at('repaid') > 0 && { repaid: rubles('repaid') }),
  };
}

function presentPurchase(
  { lists, columns }: OperationColumns,
  row: number,
  soldAt: number,
): NonNullable<Operation['purchase']> {
  const goods = lists.goods[columns.goods[row] as number];
  const station = lists.stations[columns.station[row] as number];
  const address = station?.address ?? '';
  return {
    goodsItem: { id: goods?.id ?? null, title: goods?.title ?? '' },
    unit_cnt: Math.max(0, columns.quantity[row] as number) / 100,
    unit: goods?.unit ?? 'litres',
    unit_price: toRubles(kopecks(Math.max(0, columns.unit_price[row] as number))),
    address,
    station_id: station?.id ?? null,
    time_zone: getStationZone(address),
    created_at: new Date(soldAt).toISOString(),
  };
}

function required<Value>(values: readonly Value[], place: number): Value {
  const value = values[place];
  if (value === undefined) throw new RangeError(`no value ${place}`);
  return value;
}

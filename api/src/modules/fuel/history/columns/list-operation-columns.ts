import { MAX_COLUMN_ROWS, type OperationColumns } from '#contract/fuel/operation-columns.ts';
import type { GoodsUnit } from '#contract/fuel/goods-unit.ts';
import type { Context } from '../../../../context.ts';
import type { CompanyScope } from '../../../../db/company-scope.ts';
import { moscowDay } from '../../../../lib/money-format.ts';
import { vatRateOn } from '../../../../lib/vat.ts';
import { readStationIds } from '../../../programme/stations/sold-stations.ts';
import { listRepaid } from '../repaid-store.ts';
import {
  listOperationRows,
  readOperationNames,
  type OperationCursor,
  type OperationNames,
  type ColumnRow,
} from './operation-rows-store.ts';

/**
 * Returns a range of a company's operations by columns, newest first, and where older ones begin. `before`: where the range
 * before this one has ended.
 */
export async function listOperationColumns(
  ctx: Context,
  scope: CompanyScope,
  { before, dateFrom }: { before: string | undefined; dateFrom: string | undefined },
): Promise<{ columns: OperationColumns; next: string | null }> {
  const stations = await readStationIds(ctx);
  const range = {
    before: before === undefined ? null : readCursor(before),
    dateFrom,
    limit: MAX_COLUMN_ROWS,
  };
  const { found, ...sources } = await ctx.db.inCompany(scope, async (tx) => {
    const listed = await listOperationRows(tx, scope, range);
    const names = await readOperationNames(tx, scope, listed);
    return { found: listed, names, repaid: await listRepaid(tx, listed) };
  });
  const last = found.length === MAX_COLUMN_ROWS ? found.at(-1) : undefined;
  return {
    columns: toColumns(found, { stations, ...sources }),
    next: last ? `${last.at_us}.${last.id}` : null,
  };
}

function readCursor(text: string): OperationCursor {
  const [atUs, id] = text.split('.');
  return { atUs: Number(atUs), id: Number(id) };
}

/** Values that several rows have, each once. */
class SharedValues<Value> {
  readonly values: Value[] = [];
  readonly #places = new Map<string | number, number>();

  /** Returns the place of the value with a key, which is made where it is new; without a key -1. */
  place(key: string | number | null, make: () => Value): number {
    if (key === null) return NONE;
    const known = this.#places.get(key);
    if (known !== undefined) return known;
    this.#places.set(key, this.values.length);
    return this.values.push(make()) - 1;
  }
}

const NONE = -1;

interface ColumnSources {
  /** Ids of stations by the address of a sale. */
  stations: ReadonlyMap<string, number>;
  names: OperationNames;
  /** Kopecks by operation. */
  repaid: ReadonlyMap<number | null, number>;
}

/** Prepares the rows for the wire. */
function toColumns(
  found: readonly ColumnRow[],
  { stations, names, repaid }: ColumnSources,
): OperationColumns {
  const lists: {
    [Name in keyof OperationColumns['lists']]: SharedValues<OperationColumns['lists'][Name][number]>;
  } = {
    cards: new SharedValues(),
    partners: new SharedValues(),
    drivers: new SharedValues(),
    vehicles: new SharedValues(),
    truck_groups: new SharedValues(),
    groups: new SharedValues(),
    assignments: new SharedValues(),
    goods: new SharedValues(),
    stations: new SharedValues(),
    vat_rates: new SharedValues(),
    reasons: new SharedValues(),
  };
  const column = (read: (row: ColumnRow) => number) => found.map(read);
  const columns: OperationColumns['columns'] = {
    id: toDifferences(column(({ id }) => id)),
    at: toDifferences(column(({ at_us }) => at_us)),
    number: found.map(({ number }) => number),
    card: column(({ card_id: id }) => lists.cards.place(id, () => required(names.cards, id))),
    partner: column(({ partner_id: id }) => lists.partners.place(id, () => required(names.partners, id))),
    drivers: column(({ drivers }) => lists.drivers.place(JSON.stringify(drivers), () => drivers ?? [])),
    vehicles: column(({ vehicles }) => lists.vehicles.place(JSON.stringify(vehicles), () => vehicles ?? [])),
    truck_group: column(({ truck_group_id: id }) => {
      const title = names.groups.get(id);
      return lists.truck_groups.place(title === undefined ? null : id, () => ({ id, title: title ?? '' }));
    }),
    group: column(({ group_id: id, group_cost_centre: centre }) =>
      lists.groups.place(id && `${id} ${centre}`, () => ({
        id: id ?? 0,
        title: names.groups.get(id ?? 0) ?? null,
        cost_centre: centre ?? '',
      })),
    ),
    assignment: column(({ cost_centre: centre, trip_number: trip }) =>
      lists.assignments.place(centre === null ? null : `${centre}\n${trip}`, () => ({
        cost_centre: centre ?? '',
        trip_number: trip ?? '',
      })),
    ),
    type: column(({ type_id }) => type_id),
    status: column(({ status_id }) => status_id),
    sum: column(({ sum_kopecks }) => sum_kopecks),
    goods: column((row) => lists.goods.place(getGoodsKey(row), () => readGoods(row))),
    quantity: column(({ centipieces, centilitres }) => centipieces ?? centilitres ?? NONE),
    unit_price: column(({ unit_price_kopecks }) => unit_price_kopecks ?? NONE),
    station: column(({ address }) =>
      lists.stations.place(address, () => ({ id: stations.get(address ?? '') ?? null, address })),
    ),
    sold: found.map(({ sold_at, created_at }) => sold_at && +sold_at - +created_at),
    vat_rate: column(({ sold_at: soldAt, taxed_at: taxedAt }) => {
      const rate = soldAt && vatRateOn(moscowDay(taxedAt));
      return lists.vat_rates.place(rate, () => rate ?? 0);
    }),
    discount: column(({ discount_kopecks }) => discount_kopecks ?? NONE),
    surcharge: column(({ surcharge_kopecks }) => surcharge_kopecks ?? 0),
    fee: column(({ fee_kopecks }) => fee_kopecks ?? 0),
    reason: column(({ reason }) => lists.reasons.place(reason, () => reason ?? '')),
    repaid: column(({ id }) => repaid.get(id) ?? 0),
  };
  const values = Object.entries(lists).map(([name, list]) => [name, list.values]);
  return { lists: Object.fromEntries(values) as OperationColumns['lists'], columns };
}

function getGoodsKey({ goods_id: id, goods_title: title, centipieces }: ColumnRow): string | null {
  return id === null && title === null ? null : `${id} ${centipieces === null} ${title}`;
}

function readGoods({ goods_id: id, goods_title: title, centipieces }: ColumnRow) {
  const unit: GoodsUnit = centipieces === null ? 'litres' : 'pieces';
  return { id, title, unit };
}

function required<Value>(values: ReadonlyMap<number, Value>, id: number): Value {
  const value = values.get(id);
  if (value === undefined) throw new Error(`nothing is named ${id}`);
  return value;
}

/** Leaves the first number and writes the others as the difference from the one before: these are short. */
function toDifferences(numbers: readonly number[]): number[] {
  return numbers.map((number, index) => number - (numbers[index - 1] ?? 0));
}

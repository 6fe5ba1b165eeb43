import { MAX_COLUMN_ROWS, type OperationColumns } from '#contract/fuel/operation-columns.ts';
import type { GoodsUnit } from '#contract/fuel/goods-unit.ts';
import type { Context } from '../../../../context.ts';
import type { CompanyScope } from '../../../../db/company-scope.ts';
import { moscowDay } from '../../../../lib/money-format.ts';
import { vatRateOn } from '../../../../lib/vat.ts';
import { readStationIds } from '../../../programme/stations/sold-stations.ts';
import { describeReason } from '../present.ts';
import { listRepaid } from '../repaid-store.ts';
import { listOperationRows, type OperationCursor, type OperationRow } from './operation-rows-store.ts';

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
  const { found, repaid } = await ctx.db.inCompany(scope, async (tx) => {
    const listed = await listOperationRows(tx, scope, range);
    return { found: listed, repaid: await listRepaid(tx, listed) };
  });
  const last = found.length === MAX_COLUMN_ROWS ? found.at(-1) : undefined;
  return {
    columns: toColumns(found, { stations, repaid }),
    next: last ? `${last.at_us}.${last.id}` : null,
  };
}

function readCursor(text: string): OperationCursor {
  const [atUs, id] = text.split('.');
  return { atUs: Number(atUs), id: Number(id) };
}

/** Values that several rows have, each once. Returns the place of a value; of null -1. */
class SharedValues<Value> {
  readonly values: Value[] = [];
  readonly #places = new Map<string, number>();

  place(value: Value | null): number {
    if (value === null) return NONE;
    const key = JSON.stringify(value);
    const known = this.#places.get(key);
    if (known !== undefined) return known;
    this.#places.set(key, this.values.length);
    return this.values.push(value) - 1;
  }
}

const NONE = -1;

/** Prepares the rows for the wire. `stations`: ids of stations by the address of a sale; `repaid`: kopecks by operation. */
function toColumns(
  found: readonly OperationRow[],
  { stations, repaid }: { stations: ReadonlyMap<string, number>; repaid: ReadonlyMap<number | null, number> },
): OperationColumns {
  const lists: {
    [Name in keyof OperationColumns['lists']]: SharedValues<OperationColumns['lists'][Name][number]>;
  } = {
    cards: new SharedValues(),
    partners: new SharedValues(),
    drivers: new SharedValues(),
    vehicles: new SharedValues(),
    groups: new SharedValues(),
    assignments: new SharedValues(),
    goods: new SharedValues(),
    stations: new SharedValues(),
    vat_rates: new SharedValues(),
    reasons: new SharedValues(),
  };
  const column = (read: (row: OperationRow) => number) => found.map(read);
  const columns: OperationColumns['columns'] = {
    id: toDifferences(column(({ id }) => id)),
    at: toDifferences(column(({ at_us }) => at_us)),
    number: found.map(({ number }) => number),
    card: column(({ card }) => lists.cards.place(card)),
    partner: column(({ partner }) => lists.partners.place(partner)),
    drivers: column(({ drivers }) => lists.drivers.place(drivers)),
    vehicles: column(({ vehicles }) => lists.vehicles.place(vehicles)),
    group: column(({ group }) => lists.groups.place(group)),
    assignment: column(({ assignment }) =>
      lists.assignments.place(
        assignment && { cost_centre: assignment.costCentre, trip_number: assignment.tripNumber },
      ),
    ),
    type: column(({ type_id }) => type_id),
    status: column(({ status_id }) => status_id),
    sum: column(({ sum_kopecks }) => sum_kopecks),
    goods: column((row) => lists.goods.place(readGoods(row))),
    quantity: column(({ centipieces, centilitres }) => centipieces ?? centilitres ?? NONE),
    unit_price: column(({ unit_price_kopecks }) => unit_price_kopecks ?? NONE),
    station: column(({ address }) =>
      lists.stations.place(address === null ? null : { id: stations.get(address) ?? null, address }),
    ),
    sold: found.map(({ sold_at, created_at }) => sold_at && +sold_at - +created_at),
    vat_rate: column((row) => lists.vat_rates.place(row.sold_at && vatRateOn(moscowDay(row.taxed_at)))),
    discount: column(({ discount_kopecks }) => discount_kopecks ?? NONE),
    surcharge: column(({ surcharge_kopecks }) => surcharge_kopecks ?? 0),
    fee: column(({ fee_kopecks }) => fee_kopecks ?? 0),
    reason: column((row) =>
      lists.reasons.place(
        describeReason({ reason: row.reason, typeId: row.type_id, byProgramme: row.by_programme }),
      ),
    ),
    repaid: column(({ id }) => repaid.get(id) ?? 0),
  };
  const values = Object.entries(lists).map(([name, list]) => [name, list.values]);
  return { lists: Object.fromEntries(values) as OperationColumns['lists'], columns };
}

function readGoods({ goods_id: id, goods_title: title, centipieces }: OperationRow) {
  if (id === null && title === null) return null;
  const unit: GoodsUnit = centipieces === null ? 'litres' : 'pieces';
  return { id, title, unit };
}

/** Leaves the first number and writes the others as the difference from the one before: these are short. */
function toDifferences(numbers: readonly number[]): number[] {
  return numbers.map((number, index) => number - (numbers[index - 1] ?? 0));
}

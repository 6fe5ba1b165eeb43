import { sql } from 'kysely';
import type { GoodsUnit } from '#contract/fuel/goods-unit.ts';
import { type Kopecks, kopecks } from '#contract/kopecks.ts';
import { OPERATION_TYPE } from '#contract/ids.ts';
import { hashSha256Hex } from '../../../lib/secrets.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { getOnlyRow, rows, type Db } from '../../../db/database.ts';
import { moscowDay } from '../../../lib/money-format.ts';
import { vatAt } from '#contract/values/included-vat.ts';
import { hasVatRate, vatRateOn } from '../../../lib/vat.ts';
import { computeChargedSum } from '../../programme/tariffs/tariff.ts';
import { joinTruck } from './join-holders.ts';
import { whichOperations, type OperationFilter } from './operation-filter.ts';
import { COST_CENTRE, JOIN_ASSIGNMENT, TRIP_NUMBER } from '../assignments/purchase-assignments.ts';
import { isSold } from './spending.ts';
import type { Context } from '../../../context.ts';
import { findStationPlaces, type StationPlace } from '../../programme/stations/stations.ts';

/** A purchase or a refund as programs of accounting take it. Sums and litres are positive. */
interface SoldFuel {
  id: number;
  /** Card number in its network, or the id if there is none. */
  number: string;
  soldAt: Date;
  isRefund: boolean;
  network: string;
  cardNumber: string;
  /** The plate of the truck that the card was on at the moment of the sale, else the card's comment: it often names one. */
  truck: string;
  goodsTitle: string;
  /** Hundredths of its unit. */
  quantity: number;
  unit: GoodsUnit;
  /** Price of a litre or a piece at the station. */
  unitPrice: Kopecks;
  /** Amount charged to the client. */
  charged: Kopecks;
  /** Sum at the station minus the charge. Negative if the charge is higher. */
  discount: Kopecks;
  /** Within what is charged; null before 2019, where no rate is known. */
  vat: { ratePercent: number; sum: Kopecks } | null;
  address: string;
  /** Its own cost centre or that of its group, and its trip; empty: none. */
  costCentre: string;
  tripNumber: string;
}

/** Digits of hex that fit into what other programs call an integer. */
const CODE_DIGITS = 7;

/** The code of a station, made from its network and address: our list of stations has none that lasts. */
export function stationCode({ network, address }: Pick<SoldFuel, 'network' | 'address'>): number {
  return parseInt(hashSha256Hex(`${network}\n${address}`).slice(0, CODE_DIGITS), 16) + 1;
}

interface SoldRow {
  id: number;
  number: string;
  created_at: Date;
  type_id: number;
  network: string;
  card_number: string;
  comment: string;
  plate: string | null;
  goods_title: string | null;
  centilitres: number | null;
  centipieces: number | null;
  unit_price_kopecks: number | null;
  sum_kopecks: number;
  discount_kopecks: number | null;
  surcharge_kopecks: number;
  fee_kopecks: number;
  address: string | null;
  cost_centre: string;
  trip_number: string;
  taxed_at: Date;
}

/** Lists a range of sold fuel, oldest first, after the row that was read last. */
async function listSoldFuel(
  db: Db,
  scope: CompanyScope,
  filter: OperationFilter,
  { after, limit }: { after: SoldFuel | null; limit: number },
): Promise<SoldFuel[]> {
  const behind =
    after === null
      ? sql`true`
      : sql`(operation.created_at, operation.id) > (${after.soldAt}, ${after.id}::bigint)`;
  const found = await rows(
    db,
    sql<SoldRow>`
      select operation.id, coalesce(operation.external_id, operation.id::text) as number, operation.created_at,
        operation.type_id, partner.title as network, card.card_number, card.comment, ride.plate,
        operation.goods_title, operation.centilitres, operation.centipieces, operation.unit_price_kopecks, operation.sum_kopecks, price.discount_kopecks,
        price.surcharge_kopecks, price.fee_kopecks, operation.address,
        ${COST_CENTRE} as cost_centre, ${TRIP_NUMBER} as trip_number,
        coalesce((
          select bought.sold_at from operation bought
          where bought.partner_id = operation.partner_id and bought.external_id = operation.refund_of
        ), operation.sold_at, operation.created_at) as taxed_at
      from operation join partner on partner.id = operation.partner_id join card on card.id = operation.card_id
      left join sale_price price on price.operation_id = operation.id
      ${joinTruck(scope.companyId)} ${JOIN_ASSIGNMENT}
      where ${whichOperations(scope, filter)} and ${isSold()} and ${behind}
      order by operation.created_at, operation.id limit ${limit}`,
  );
  return found.map(toSoldFuel);
}

export async function countSoldFuel(db: Db, scope: CompanyScope, filter: OperationFilter): Promise<number> {
  const { count } = await getOnlyRow(
    db,
    sql<{ count: number }>`
      select count(*) as count from operation where ${whichOperations(scope, filter)} and ${isSold()}`,
  );
  return count;
}

function toSoldFuel(row: SoldRow): SoldFuel {
  const sum = kopecks(row.sum_kopecks);
  const { discount_kopecks: discount } = row;
  const charged =
    discount === null
      ? sum
      : computeChargedSum(sum, {
          discount: kopecks(discount),
          surcharge: kopecks(row.surcharge_kopecks),
          fee: kopecks(row.fee_kopecks),
        });
  const day = moscowDay(row.taxed_at);
  const ratePercent = hasVatRate(day) ? vatRateOn(day) : null;
  return {
    id: row.id,
    number: row.number,
    soldAt: row.created_at,
    isRefund: row.type_id === OPERATION_TYPE.refund,
    network: row.network,
    cardNumber: row.card_number,
    truck: row.plate ?? row.comment,
    goodsTitle: row.goods_title ?? '',
    quantity: row.centipieces ?? row.centilitres ?? 0,
    unit: row.centipieces === null ? 'litres' : 'pieces',
    unitPrice: kopecks(row.unit_price_kopecks ?? 0),
    charged,
    discount: kopecks(sum - charged),
    vat: ratePercent === null ? null : { ratePercent, sum: kopecks(vatAt(charged, ratePercent)) },
    address: row.address ?? '',
    costCentre: row.cost_centre,
    tripNumber: row.trip_number,
  };
}

/** `place` is null if our list does not have the station. */
export type PlacedFuel = SoldFuel & { place: StationPlace | null };

/** A few megabytes, and a short transaction each: who reads slowly holds no connection. */
const BATCH_SIZE = 2000;

/** Reads the fuel sold to a company, oldest first, in batches. */
export async function* readSoldFuel(
  ctx: Context,
  scope: CompanyScope,
  filter: OperationFilter,
): AsyncGenerator<PlacedFuel[]> {
  const places = new Map<string, StationPlace | null>();
  let after: SoldFuel | null = null;
  do {
    const range = { after, limit: BATCH_SIZE };
    const part = await ctx.db.inCompany(scope, async (tx) => {
      const sold = await listSoldFuel(tx, scope, filter, range);
      const unknown = [...new Set(sold.map(({ address }) => address))].filter((value) => !places.has(value));
      const found = await findStationPlaces(tx, unknown);
      for (const address of unknown) places.set(address, found.get(address) ?? null);
      return sold;
    });
    yield part.map((sold) => ({ ...sold, place: places.get(sold.address) ?? null }));
    after = part.length < BATCH_SIZE ? null : (part.at(-1) ?? null);
  } while (after !== null);
}

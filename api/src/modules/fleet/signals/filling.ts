import { sql } from 'kysely';
import { OPERATION_STATUS, OPERATION_TYPE } from '#contract/ids.ts';
import { SIGNAL_RULE } from '#contract/fleet/signal-rule.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { rows, type Db } from '../../../db/database.ts';
import { motorFuel } from '../../../gateways/fuel-network/goods-of-title.ts';
import { writeSaleAddress } from '../../programme/stations/write-sale-address.ts';
import { usualPrices } from './usual-price.ts';

/** A purchase or refund of fuel, with the facts that the rules need. */
export interface Filling {
  operationId: number;
  cardId: number;
  /** The truck that the card was on. Null means none. */
  vehicleId: number | null;
  isRefund: boolean;
  at: Date;
  centilitres: number;
  unitKopecks: number;
  sumKopecks: number;
  goodsTitle: string;
  /** An item of the tree of goods, or null when the title names no known fuel. */
  fuel: number | null;
  address: string;
  /** Position of the station, if known. */
  place: { lat: number; lon: number } | null;
  /** Position of the truck at the nearest known moment, or null when none is known. */
  position: { at: Date; lat: number; lon: number } | null;
  /** Fuel of the truck and size of its tank. */
  vehicleFuel: number | null;
  tankCentilitres: number | null;
  /**
   * Usual price of the same goods in its region in those days, in kopecks a litre. Null when there are too few prices.
   */
  regionKopecks: number | null;
}

export interface Finding {
  operationId: number;
  /** Per cent. */
  confidence: number;
  /** Text in Russian, with its figures. */
  evidence: string;
}

/** Maximum number of a company's fillings that are checked together. */
const MAX_FILLINGS = 50_000;

type FillingRow = Omit<Filling, 'place' | 'fuel' | 'regionKopecks' | 'position'> & {
  goodsId: number | null;
  lat: number | null;
  lon: number | null;
  region: string | null;
  truck_at: Date | null;
  truck_lat: number | null;
  truck_lon: number | null;
};

/** The company's fillings between two moments, oldest first; the newest ones when there are very many. */
export async function listFillings(
  db: Db,
  scope: CompanyScope,
  { from, to }: { from: Date; to: Date },
): Promise<Filling[]> {
  const { minutes } = SIGNAL_RULE.apart.parameters;
  const found = await rows(
    db,
    sql<FillingRow>`
      with sold as (
        select operation.* from operation
        where operation.company_id = ${scope.companyId} and operation.created_at between ${from} and ${to}
          and operation.status_id = ${OPERATION_STATUS.done}
          and operation.type_id in (${OPERATION_TYPE.purchase}, ${OPERATION_TYPE.refund})
        order by operation.created_at desc, operation.id desc limit ${MAX_FILLINGS}
      ), known as (
        select asked.address, min(station.lat) as lat, min(station.lon) as lon, min(station.region) as region
        from (select distinct address from sold) asked
        join station on ${writeSaleAddress()} = asked.address
        group by asked.address having count(*) = 1
      )
      select sold.id as "operationId", sold.card_id as "cardId", riding.vehicle_id as "vehicleId",
        sold.type_id = ${OPERATION_TYPE.refund} as "isRefund", coalesce(sold.sold_at, sold.created_at) as at,
        coalesce(sold.centilitres, 0) as centilitres, coalesce(sold.unit_price_kopecks, 0) as "unitKopecks",
        sold.sum_kopecks as "sumKopecks", sold.goods_id as "goodsId", coalesce(sold.goods_title, '') as "goodsTitle",
        coalesce(sold.address, '') as address, known.lat, known.lon, known.region,
        truck.at as truck_at, truck.lat as truck_lat, truck.lon as truck_lon,
        vehicle.fuel as "vehicleFuel", vehicle.tank_centilitres as "tankCentilitres"
      from sold left join known on known.address = sold.address
      left join lateral (
        select vehicle_id from card_on_vehicle
        where card_on_vehicle.card_id = sold.card_id and since <= coalesce(sold.sold_at, sold.created_at)
          and (until is null or until > coalesce(sold.sold_at, sold.created_at))
        order by since desc limit 1
      ) riding on true
      left join vehicle on vehicle.id = riding.vehicle_id
      left join lateral (
        select near.at, near.lat, near.lon from vehicle_position near
        where near.company_id = ${scope.companyId} and near.vehicle_id = riding.vehicle_id
          and near.at between coalesce(sold.sold_at, sold.created_at) - make_interval(mins => ${minutes})
            and coalesce(sold.sold_at, sold.created_at) + make_interval(mins => ${minutes})
        order by abs(extract(epoch from near.at - coalesce(sold.sold_at, sold.created_at))), near.at limit 1
      ) truck on true
      order by at, sold.id`,
  );
  const usual = usualPrices(found);
  return found.map(({ lat, lon, truck_at: at, truck_lat, truck_lon, goodsId, ...row }, place) => ({
    ...row,
    fuel: motorFuel({ goodsId, title: row.goodsTitle }),
    position:
      at === null || truck_lat === null || truck_lon === null ? null : { at, lat: truck_lat, lon: truck_lon },
    place: lat === null || lon === null ? null : { lat, lon },
    regionKopecks: usual[place] ?? null,
  }));
}

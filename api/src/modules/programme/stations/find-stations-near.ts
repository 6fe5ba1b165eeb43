import { sql } from 'kysely';
import type { PartnerId } from '#contract/ids.ts';
import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import { networkOfBrand } from '#contract/stations.ts';
import type { Context } from '../../../context.ts';
import { rows } from '../../../db/database.ts';
import { addedStations } from './added-stations.ts';

export interface NearStation {
  name: string;
  brand: string;
  address: string;
  lat: number;
  lon: number;
  /** Diesel; null: the list does not say. */
  dieselPrice: Kopecks | null;
  metres: number;
}

/** How far a driver looks, and how many rows that may be before they are narrowed to his network. */
const REACH_DEGREES = 0.9;
const LOOKED_AT = 2000;
const METRES_OF_DEGREE = 111_320;

/** The nearest stations that take a network's card, at most `most` within some 100 km, in a straight line. */
export async function findStationsNear(
  ctx: Context,
  { lat, lon, partnerId, most }: { lat: number; lon: number; partnerId: PartnerId; most: number },
): Promise<NearStation[]> {
  const narrow = Math.cos((lat * Math.PI) / 180);
  const found = await rows(
    ctx.db.system,
    sql<Omit<NearStation, 'metres' | 'dieselPrice'> & { price: number | null }>`
      select name, brand, concat_ws(', ', city, street, house) as address, lat, lon, price_dt_kopecks as price
      from station
      where lat between ${lat - REACH_DEGREES} and ${lat + REACH_DEGREES}
        and lon between ${lon - REACH_DEGREES / narrow} and ${lon + REACH_DEGREES / narrow}
      order by (lat - ${lat}) ^ 2 + ((lon - ${lon}) * ${narrow}) ^ 2 limit ${LOOKED_AT}`,
  );
  const added = addedStations(ctx);
  return found
    .filter((one) => networkOfBrand(one.brand, added) === partnerId)
    .slice(0, most)
    .map(({ price, ...station }) => ({
      ...station,
      dieselPrice: price === null ? null : kopecks(price),
      metres: Math.round(Math.hypot(station.lat - lat, (station.lon - lon) * narrow) * METRES_OF_DEGREE),
    }));
}

import { sql } from 'kysely';
import { firstRow, rows, type Db } from '../../../../db/database.ts';
import { writeSaleAddress } from '../../../programme/stations/write-sale-address.ts';

/** A station as rules see it, with the mean price of diesel in its region. */
export interface RulePlace {
  address: string;
  region: string;
  brand: string;
  dieselKopecks: number | null;
  meanKopecks: number | null;
}

const PLACE = sql`
  ${writeSaleAddress()} as address, region, brand, price_dt_kopecks as "dieselKopecks",
  (select round(avg(price_dt_kopecks))::float8 from station other where other.region = station.region) as "meanKopecks"`;

export function findPlace(db: Db, stationId: number): Promise<RulePlace | null> {
  return firstRow(db, sql<RulePlace>`select ${PLACE} from station where id = ${stationId}`);
}

/** Finds the station by the exact text of a sale. Null when our list does not have it, or has it twice. */
export async function findPlaceOfSale(db: Db, address: string): Promise<RulePlace | null> {
  return (await findPlacesOfSales(db, [address])).get(address) ?? null;
}

/** Finds the places of many sales by their addresses. */
export async function findPlacesOfSales(
  db: Db,
  addresses: readonly string[],
): Promise<Map<string, RulePlace>> {
  const found = await rows(
    db,
    sql<RulePlace>`
      select ${PLACE} from station where ${writeSaleAddress()} = any(${[...new Set(addresses)]}::text[])`,
  );
  const byAddress = Map.groupBy(found, ({ address }) => address);
  return new Map(
    [...byAddress].flatMap(([address, places]) => {
      const [only] = places;
      return only && places.length === 1 ? [[address, only] as const] : [];
    }),
  );
}

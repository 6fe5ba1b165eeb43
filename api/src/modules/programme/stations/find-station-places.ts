import { sql } from 'kysely';
import { rows, type Db } from '../../../db/database.ts';
import { writeSaleAddress } from './write-sale-address.ts';

export interface StationPlace {
  lat: number;
  lon: number;
  name: string;
  brand: string;
  city: string;
}

/** Where the stations of these addresses stand, as far as our list has them under the very words of a sale. */
export async function findStationPlaces(
  db: Db,
  addresses: readonly string[],
): Promise<Map<string, StationPlace>> {
  if (addresses.length === 0) return new Map();
  const found = await rows(
    db,
    sql<StationPlace & { address: string }>`
      select asked.address, min(station.lat) as lat, min(station.lon) as lon, min(station.name) as name,
        min(station.brand) as brand, min(station.city) as city
      from unnest(${addresses}::text[]) as asked (address)
      join station on ${writeSaleAddress()} = asked.address
      group by asked.address having count(*) = 1`,
  );
  return new Map(found.map(({ address, ...place }) => [address, place]));
}

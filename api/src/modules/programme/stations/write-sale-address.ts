import { sql, type RawBuilder } from 'kysely';

/**
 * A `station` in the very words of a sale: «name, region, city, street, house», the region left out where it is the city. A network
 * names its station so, and by nothing else can it be found.
 */
export function writeSaleAddress(): RawBuilder<string> {
  return sql`concat_ws(', ', station.name, nullif(station.region, station.city), station.city, station.street, station.house)`;
}

import { sql, type RawBuilder } from 'kysely';

/**
 * A `station` in the very words of a sale: «name, region, city, street, house», the region left out where it is the city. A network
 * names its station so, and by nothing else can it be found. The index `station_sale_address` has the same expression.
 */
export function writeSaleAddress(): RawBuilder<string> {
  return sql`(station.name || case when station.region = station.city then '' else ', ' || station.region end
    || ', ' || station.city || ', ' || station.street || ', ' || station.house)`;
}

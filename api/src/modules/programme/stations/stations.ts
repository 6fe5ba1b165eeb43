import { sql } from 'kysely';
import { type Kopecks, kopecks } from '#contract/kopecks.ts';
import type { PartnerId } from '#contract/ids.ts';
import { networkOfBrand } from '#contract/programme/stations.ts';
import { getOnlyRow, type Db, rows } from '../../../db/database.ts';
import { writeSaleAddress } from './write-sale-address.ts';
import type { Context } from '../../../context.ts';
import { addedStations } from './added-stations.ts';

/** A filling station as the programme knows it (spec section 3). */
export interface Station {
  lat: number;
  lon: number;
  region: string;
  city: string;
  street: string;
  house: string;
  brand: string;
  name: string;
  /** Ownership, as text: own, franchise, partner. */
  ownType: string;
  qrAvailable: boolean;
  /** Price of a litre of diesel, or null where none is sold. */
  dieselPrice: Kopecks | null;
  /** Clearance under the roof over the pumps, in centimetres; null or absent when unknown. */
  heightCentimetres?: number | null;
  /** True if the station sells AdBlue. Null or absent when unknown. */
  adblue?: boolean | null;
}

export interface StationRecord extends Station {
  id: number;
}

interface StationRow {
  id: number;
  lat: number;
  lon: number;
  region: string;
  city: string;
  street: string;
  house: string;
  brand: string;
  name: string;
  own_type: string;
  qr_available: boolean;
  price_dt_kopecks: number | null;
  height_centimetres: number | null;
  adblue: boolean | null;
}

/** Changes whenever the list does. */
export async function readListVersion(db: Db): Promise<number> {
  const row = await getOnlyRow(db, sql<{ version: number }>`select version from station_list`);
  return row.version;
}

export async function listStations(db: Db): Promise<StationRecord[]> {
  const { rows } = await sql<StationRow>`
    select id, lat, lon, region, city, street, house, brand, name, own_type, qr_available, price_dt_kopecks,
      height_centimetres, adblue
    from station order by id`.execute(db);
  return rows.map(toStationRecord);
}

/** Holds the list until the transaction ends: two replacements come one after the other. Answers how many there are. */
export async function lockList(tx: Db): Promise<number> {
  await sql`select version from station_list for update`.execute(tx);
  const row = await getOnlyRow(tx, sql<{ count: number }>`select count(*) as count from station`);
  return row.count;
}

/** The stations become exactly these; the list has to be locked. */
export async function writeStations(tx: Db, stations: readonly Station[]): Promise<void> {
  await sql`delete from station`.execute(tx);
  for (let at = 0; at < stations.length; at += ROW_BATCH_SIZE)
    await insertStations(tx, stations.slice(at, at + ROW_BATCH_SIZE));
  await sql`update station_list set version = version + 1`.execute(tx);
}

/** Writing a whole list in one statement would block the program for a part of a second. */
const ROW_BATCH_SIZE = 2000;

async function insertStations(tx: Db, stations: readonly Station[]): Promise<void> {
  await sql`
    insert into station (lat, lon, region, city, street, house, brand, name, own_type, qr_available, price_dt_kopecks,
      height_centimetres, adblue)
    select lat, lon, region, city, street, house, brand, name, own_type, qr_available, price, height, adblue
    from unnest(
      ${stations.map((station) => station.lat)}::float8[], ${stations.map((station) => station.lon)}::float8[],
      ${stations.map((station) => station.region)}::text[], ${stations.map((station) => station.city)}::text[],
      ${stations.map((station) => station.street)}::text[], ${stations.map((station) => station.house)}::text[],
      ${stations.map((station) => station.brand)}::text[], ${stations.map((station) => station.name)}::text[],
      ${stations.map((station) => station.ownType)}::text[], ${stations.map((station) => station.qrAvailable)}::boolean[],
      ${stations.map((station) => station.dieselPrice)}::bigint[],
      ${stations.map((station) => station.heightCentimetres ?? null)}::int[], ${stations.map((station) => station.adblue ?? null)}::boolean[]
    ) with ordinality as input
      (lat, lon, region, city, street, house, brand, name, own_type, qr_available, price, height, adblue, place)
    order by place`.execute(tx);
}

function toStationRecord(row: StationRow): StationRecord {
  return {
    id: row.id,
    lat: row.lat,
    lon: row.lon,
    region: row.region,
    city: row.city,
    street: row.street,
    house: row.house,
    brand: row.brand,
    name: row.name,
    ownType: row.own_type,
    qrAvailable: row.qr_available,
    dieselPrice: row.price_dt_kopecks === null ? null : kopecks(row.price_dt_kopecks),
    heightCentimetres: row.height_centimetres,
    adblue: row.adblue,
  };
}

/** Counts the stations of the list. */
export async function countStations(db: Db): Promise<number> {
  const row = await getOnlyRow(db, sql<{ count: number }>`select count(*) as count from station`);
  return row.count;
}

/** The whole list, in the order in which it was loaded. */
export function listAllStations(db: Db): Promise<StationRecord[]> {
  return listStations(db);
}

export interface StationPlace {
  lat: number;
  lon: number;
  name: string;
  brand: string;
  city: string;
}

/**
 * Returns where the stations with these addresses are, if our list has them with exactly the address text of a sale.
 */
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

export interface NearStation {
  id: number;
  name: string;
  brand: string;
  address: string;
  lat: number;
  lon: number;
  /** Price of diesel, or null if the list does not give it. */
  dieselPrice: Kopecks | null;
  metres: number;
}

/** Search radius for a driver, and the maximum of rows before they are narrowed to the driver's network. */
const REACH_DEGREES = 0.9;
const MAX_CHECKED = 2000;
const METRES_OF_DEGREE = 111_320;

/** The nearest stations that take a network's card, at most `max` within some 100 km, in a straight line. */
export async function findStationsNear(
  ctx: Context,
  { lat, lon, partnerId, max }: { lat: number; lon: number; partnerId: PartnerId; max: number },
): Promise<NearStation[]> {
  const narrow = Math.cos((lat * Math.PI) / 180);
  const found = await rows(
    ctx.db.system,
    sql<Omit<NearStation, 'metres' | 'dieselPrice'> & { price: number | null }>`
      select id, name, brand, concat_ws(', ', city, street, house) as address, lat, lon, price_dt_kopecks as price
      from station
      where lat between ${lat - REACH_DEGREES} and ${lat + REACH_DEGREES}
        and lon between ${lon - REACH_DEGREES / narrow} and ${lon + REACH_DEGREES / narrow}
      order by (lat - ${lat}) ^ 2 + ((lon - ${lon}) * ${narrow}) ^ 2 limit ${MAX_CHECKED}`,
  );
  const added = addedStations(ctx);
  return found
    .filter((item) => networkOfBrand(item.brand, added) === partnerId)
    .slice(0, max)
    .map(({ price, ...station }) => ({
      ...station,
      dieselPrice: price === null ? null : kopecks(price),
      metres: Math.round(Math.hypot(station.lat - lat, (station.lon - lon) * narrow) * METRES_OF_DEGREE),
    }));
}

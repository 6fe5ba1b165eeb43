import { sql } from 'kysely';
import { kopecks } from '#contract/kopecks.ts';
import { onlyRow, type Db } from '../../../db/database.ts';
import type { Station, StationRecord } from './station.ts';

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
  const row = await onlyRow(db, sql<{ version: number }>`select version from station_list`);
  return row.version;
}

export async function listStations(db: Db): Promise<StationRecord[]> {
  const { rows } = await sql<StationRow>`
    select id, lat, lon, region, city, street, house, brand, name, own_type, qr_available, price_dt_kopecks,
      height_centimetres, adblue
    from station order by id`.execute(db);
  return rows.map(recordOf);
}

/** Holds the list until the transaction ends: two replacements come one after the other. Answers how many there are. */
export async function lockList(tx: Db): Promise<number> {
  await sql`select version from station_list for update`.execute(tx);
  const row = await onlyRow(tx, sql<{ count: number }>`select count(*) as count from station`);
  return row.count;
}

/** The stations become exactly these; the list has to be locked. */
export async function writeStations(tx: Db, stations: readonly Station[]): Promise<void> {
  await sql`delete from station`.execute(tx);
  for (let at = 0; at < stations.length; at += ROWS_AT_ONCE)
    await insertStations(tx, stations.slice(at, at + ROWS_AT_ONCE));
  await sql`update station_list set version = version + 1`.execute(tx);
}

/** Writing out a whole list in one statement would keep the program from others for a part of a second. */
const ROWS_AT_ONCE = 2000;

async function insertStations(tx: Db, stations: readonly Station[]): Promise<void> {
  await sql`
    insert into station (lat, lon, region, city, street, house, brand, name, own_type, qr_available, price_dt_kopecks,
      height_centimetres, adblue)
    select lat, lon, region, city, street, house, brand, name, own_type, qr_available, price, height, adblue
    from unnest(
      ${stations.map((one) => one.lat)}::float8[], ${stations.map((one) => one.lon)}::float8[],
      ${stations.map((one) => one.region)}::text[], ${stations.map((one) => one.city)}::text[],
      ${stations.map((one) => one.street)}::text[], ${stations.map((one) => one.house)}::text[],
      ${stations.map((one) => one.brand)}::text[], ${stations.map((one) => one.name)}::text[],
      ${stations.map((one) => one.ownType)}::text[], ${stations.map((one) => one.qrAvailable)}::boolean[],
      ${stations.map((one) => one.dieselPrice)}::bigint[],
      ${stations.map((one) => one.heightCentimetres ?? null)}::int[], ${stations.map((one) => one.adblue ?? null)}::boolean[]
    ) with ordinality as said
      (lat, lon, region, city, street, house, brand, name, own_type, qr_available, price, height, adblue, place)
    order by place`.execute(tx);
}

function recordOf(row: StationRow): StationRecord {
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

import { sql } from 'kysely';
import { OPERATION_STATUS, OPERATION_TYPE } from '#contract/ids.ts';
import { PULSE_MIN_COMPANIES } from '#contract/fleet/station-pulse.ts';
import type { Context } from '../../../context.ts';
import { firstRow, rows, type Db } from '../../../db/database.ts';
import { memoizeLast } from '../../../lib/turns/memoize-last.ts';
import { memoizePerOwner } from '../../../lib/turns/memoize-per-owner.ts';
import { readStationIds } from '../../programme/stations/sold-stations.ts';
import { readListVersion } from '../../programme/stations/stations.ts';

/** Sales and refusals at one station within a day, of three companies at least. */
export interface StationPulse {
  /** Null means that nothing was sold within the day. */
  lastSaleAt: Date | null;
  /** Null means that fewer than three companies bought within the hour. */
  hour: { sales: number; largestCentilitres: number } | null;
  sales: number;
  /** Refusals for the network’s own reasons. Those for the rules, limits or money of a card don't concern the station. */
  declines: number;
  /** Three companies were refused after the last sale. */
  seemsDry: boolean;
}

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** After that many hours a refusal says nothing about the tanks of a station. */
const DRY_HOURS = 6;

/** Returns the pulses of all stations by their ids, a minute old at most. A station without three companies is not among them. */
export async function readPulses(ctx: Context): Promise<ReadonlyMap<number, StationPulse>> {
  const minute = Math.floor(ctx.clock.now().getTime() / MINUTE_MS);
  const version = await readListVersion(ctx.db.system);
  return memoizedPulses(ctx)(`${version}:${minute}`, () => countPulses(ctx));
}

/** Returns the ids of stations that seem to have run out of fuel. */
export async function listDryStations(ctx: Context): Promise<ReadonlySet<number>> {
  return new Set([...(await readPulses(ctx))].flatMap(([id, { seemsDry }]) => (seemsDry ? [id] : [])));
}

const memoizedPulses = memoizePerOwner<
  Context,
  ReturnType<typeof memoizeLast<ReadonlyMap<number, StationPulse>>>
>(() => memoizeLast());

async function countPulses(ctx: Context): Promise<ReadonlyMap<number, StationPulse>> {
  const [ids, counted] = [await readStationIds(ctx), await countByAddress(ctx.db.system, ctx.clock.now())];
  return new Map(
    counted.flatMap(({ address, ...row }): [number, StationPulse][] => {
      const id = ids.get(address);
      return id === undefined || row.companies < PULSE_MIN_COMPANIES ? [] : [[id, toPulse(row)]];
    }),
  );
}

interface CountedAddress {
  address: string;
  companies: number;
  companiesHour: number;
  lastSaleAt: Date | null;
  sales: number;
  salesHour: number;
  largestCentilitres: number;
  declines: number;
  refusedSince: number;
}

function toPulse(row: Omit<CountedAddress, 'address'>): StationPulse {
  const isKnown = row.companiesHour >= PULSE_MIN_COMPANIES;
  return {
    lastSaleAt: row.lastSaleAt,
    hour: isKnown ? { sales: row.salesHour, largestCentilitres: row.largestCentilitres } : null,
    sales: row.sales,
    declines: row.declines,
    seemsDry: row.refusedSince >= PULSE_MIN_COMPANIES,
  };
}

/** Counts the last day of all companies by the address in the words of a sale. */
function countByAddress(db: Db, now: Date): Promise<CountedAddress[]> {
  const [day, hour] = [new Date(now.getTime() - DAY_MS), new Date(now.getTime() - HOUR_MS)];
  const dry = new Date(now.getTime() - DRY_HOURS * HOUR_MS);
  return rows(
    db,
    sql<CountedAddress>`
      with event as (
        select address, company_id, created_at as at, centilitres, true as sold from operation
        where created_at > ${day} and created_at <= ${now} and address is not null
          and type_id = ${OPERATION_TYPE.purchase} and status_id = ${OPERATION_STATUS.done}
        union all
        select station, company_id, at, null, false from decline
        where at > ${day} and at <= ${now} and station is not null and code = 'other'
      ), timed as (
        select event.*, max(at) filter (where sold) over (partition by address) as last_sale from event
      )
      select address, count(distinct company_id)::int as companies, max(last_sale) as "lastSaleAt",
        count(distinct company_id) filter (where sold and at > ${hour})::int as "companiesHour",
        count(*) filter (where sold)::int as sales,
        count(*) filter (where sold and at > ${hour})::int as "salesHour",
        coalesce(max(centilitres) filter (where sold and at > ${hour}), 0)::int as "largestCentilitres",
        count(*) filter (where not sold)::int as declines,
        count(distinct company_id) filter (
          where not sold and at > ${dry} and at > coalesce(last_sale, '-infinity'))::int as "refusedSince"
      from timed group by address`,
  );
}

/** Returns null for a station that is not in the list, and a null moment for a list that no one has loaded. */
export function findPricesLoad(db: Db, stationId: number): Promise<{ loadedAt: Date | null } | null> {
  return firstRow(
    db,
    sql<{ loadedAt: Date | null }>`
      select (select max(loaded_at) from station_load where undone_at is null) as "loadedAt"
      from station where id = ${stationId}`,
  );
}

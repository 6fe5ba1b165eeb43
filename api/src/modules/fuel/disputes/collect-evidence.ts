import { sql } from 'kysely';
import { formatPlate } from '#contract/values/plate.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { firstRow, type Db } from '../../../db/database.ts';
import { formatLitres, formatRubles, formatTimeShort } from '../../../lib/money-format.ts';

/** A truck's position counts for a purchase when it is no further away in time. */
const POSITION_MINUTES = 30;

interface Known {
  centilitres: number | null;
  signals: string[];
  station: string | null;
  askedAt: Date | null;
  allowed: number | null;
  settled: number | null;
  settledSum: number | null;
  plate: string | null;
  tank: number | null;
  twin: { id: number; at: string } | null;
  position: { at: string; lat: number; lon: number } | null;
}

/**
 * Returns sentences of what the portal knows of a purchase: its signals, the authorisation of the network, the truck's tank
 * and position, and a purchase that looks like it. Nothing where it knows nothing.
 */
export async function collectEvidence(db: Db, scope: CompanyScope, operationId: number): Promise<string[]> {
  const known = await readKnown(db, scope, operationId);
  if (!known) return [];
  return [
    ...known.signals,
    describeAuthorisation(known),
    describeTank(known),
    describePosition(known),
    known.twin &&
      `Похожая покупка той же картой: операция № ${known.twin.id}, ${formatTimeShort(new Date(known.twin.at))} МСК.`,
  ].filter((sentence) => typeof sentence === 'string');
}

function describeAuthorisation({ askedAt, station, allowed, settled, settledSum }: Known): string | null {
  if (!askedAt) return null;
  const start = `Сеть спросила портал ${formatTimeShort(askedAt)} МСК: ${station ?? ''}, разрешено ${formatLitres(allowed ?? 0)}`;
  return settled === null || settledSum === null
    ? `${start}.`
    : `${start}; сеть сообщила, что отпущено ${formatLitres(settled)} на ${formatRubles(settledSum)}.`;
}

function describeTank({ plate, tank, centilitres }: Known): string | null {
  if (plate === null) return null;
  const size = tank === null ? '' : `, бак ${formatLitres(tank * 100)}`;
  const isOver = tank !== null && centilitres !== null && centilitres > tank * 100;
  return `Карта была на машине ${formatPlate(plate)}${size}${isOver ? ': залито больше бака' : ''}.`;
}

function describePosition({ position }: Known): string | null {
  if (!position) return null;
  const { at, lat, lon } = position;
  const place = [lat, lon].map((degrees) => degrees.toFixed(5).replace('.', ',')).join(', ');
  return `${formatTimeShort(new Date(at))} МСК машина была в точке ${place}.`;
}

function readKnown(db: Db, { companyId }: CompanyScope, operationId: number): Promise<Known | null> {
  return firstRow(
    db,
    sql<Known>`
      select sale.centilitres::float8 as centilitres,
        array(select evidence from fleet_signal signal
          where signal.company_id = sale.company_id and signal.operation_id = sale.id order by signal.id) as signals,
        asked.station, asked.asked_at as "askedAt", asked.max_centilitres::float8 as allowed,
        asked.settled_centilitres::float8 as settled, asked.settled_kopecks::float8 as "settledSum",
        truck.plate, truck.tank_centilitres::float8 / 100 as tank, twin.seen as twin, spot.seen as position
      from operation sale
      left join authorisation asked on asked.company_id = sale.company_id and asked.operation_id = sale.id
      left join card_on_vehicle riding on riding.company_id = sale.company_id and riding.card_id = sale.card_id
        and riding.since <= sale.sold_at and (riding.until is null or riding.until > sale.sold_at)
      left join vehicle truck on truck.company_id = sale.company_id and truck.id = riding.vehicle_id
      left join lateral (
        select json_build_object('id', other.id, 'at', other.sold_at) as seen from operation other
        where other.company_id = sale.company_id and other.card_id = sale.card_id and other.id <> sale.id
          and other.type_id = sale.type_id and other.centilitres = sale.centilitres and other.address = sale.address
          and other.sold_at between sale.sold_at - interval '1 day' and sale.sold_at + interval '1 day'
        order by other.id limit 1
      ) twin on true
      left join lateral (
        select json_build_object('at', at, 'lat', lat, 'lon', lon) as seen from vehicle_position
        where vehicle_position.company_id = sale.company_id and vehicle_id = truck.id
          and at between sale.sold_at - make_interval(mins => ${POSITION_MINUTES}::int)
            and sale.sold_at + make_interval(mins => ${POSITION_MINUTES}::int)
        order by abs(extract(epoch from at - sale.sold_at)) limit 1
      ) spot on true
      where sale.id = ${operationId} and sale.company_id = ${companyId} limit 1`,
  );
}

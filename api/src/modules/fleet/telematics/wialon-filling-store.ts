import { sql } from 'kysely';
import { OPERATION_STATUS, OPERATION_TYPE } from '#contract/ids.ts';
import type { HANDOVER_STATES } from '#contract/fleet/telematics.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { rows, type Db } from '../../../db/database.ts';
import { writeSaleAddress } from '../../programme/stations/write-sale-address.ts';

/** A purchase of a truck that Wialon knows, about which there is something to do. */
export interface FillingToSend {
  operationId: number;
  vehicleId: number;
  unitId: number;
  at: Date;
  centilitres: number;
  sumKopecks: number;
  goods: string;
  address: string;
  lat: number | null;
  lon: number | null;
  looked: boolean;
  handing: (typeof HANDOVER_STATES)[number] | null;
}

/**
 * Lists purchases since a moment whose surroundings were not checked, or which, since the handover started, have not
 * arrived. Oldest first.
 */
export function listFillingsToSend(
  db: Db,
  scope: CompanyScope,
  args: { since: Date; until: Date; handsOverSince: Date | null; max: number },
): Promise<FillingToSend[]> {
  const at = sql`coalesce(operation.sold_at, operation.created_at)`;
  return rows(
    db,
    sql<FillingToSend>`
      select operation.id::float8 as "operationId", unit.vehicle_id::float8 as "vehicleId", unit.unit_id::float8 as "unitId",
        ${at} as at, coalesce(operation.centilitres, 0) as centilitres, operation.sum_kopecks::float8 as "sumKopecks",
        coalesce(operation.goods_title, '') as goods, coalesce(operation.address, '') as address, known.lat, known.lon,
        told.looked_at is not null as looked, told.handing
      from operation
      join card_on_vehicle riding on riding.company_id = operation.company_id and riding.card_id = operation.card_id
        and riding.since <= ${at} and (riding.until is null or riding.until > ${at})
      join wialon_unit unit on unit.company_id = operation.company_id and unit.vehicle_id = riding.vehicle_id
      left join wialon_filling told on told.company_id = operation.company_id and told.operation_id = operation.id
      left join lateral (
        select min(station.lat) as lat, min(station.lon) as lon from station
        where ${writeSaleAddress()} = operation.address having count(*) = 1
      ) known on true
      where operation.company_id = ${scope.companyId} and operation.type_id = ${OPERATION_TYPE.purchase}
        and operation.status_id = ${OPERATION_STATUS.done} and operation.created_at >= ${args.since}
        and ${at} between ${args.since} and ${args.until}
        and (told.looked_at is null or (${args.handsOverSince}::timestamptz is not null
          and ${at} >= ${args.handsOverSince} and (told.handing is null or told.handing = 'asked')))
      order by operation.created_at, operation.id limit ${args.max}`,
  );
}

export async function markChecked(
  tx: Db,
  scope: CompanyScope,
  input: { operationId: number; vehicleId: number; unitId: number; now: Date },
): Promise<void> {
  await sql`
    insert into wialon_filling (company_id, operation_id, vehicle_id, unit_id, looked_at)
    values (${scope.companyId}, ${input.operationId}, ${input.vehicleId}, ${input.unitId}, ${input.now})
    on conflict (company_id, operation_id) do update set looked_at = excluded.looked_at`.execute(tx);
}

/** Written before Wialon is asked, and when it has answered. */
export async function markHanding(
  tx: Db,
  scope: CompanyScope,
  input: {
    operationId: number;
    vehicleId: number;
    unitId: number;
    handing: (typeof HANDOVER_STATES)[number];
    problem: string | null;
    now: Date;
  },
): Promise<void> {
  await sql`
    insert into wialon_filling (company_id, operation_id, vehicle_id, unit_id, handing, handed_at, problem)
    values (${scope.companyId}, ${input.operationId}, ${input.vehicleId}, ${input.unitId}, ${input.handing}, ${input.now},
      ${input.problem})
    on conflict (company_id, operation_id) do update set handing = excluded.handing, handed_at = excluded.handed_at,
      problem = excluded.problem`.execute(tx);
}

export interface HandedFilling {
  operation_id: number;
  at: Date;
  plate: string;
  centilitres: number;
  sum_kopecks: number;
  handing: (typeof HANDOVER_STATES)[number];
  problem: string | null;
}

export function listHandedFillings(db: Db, scope: CompanyScope, max: number): Promise<HandedFilling[]> {
  return rows(
    db,
    sql<HandedFilling>`
      select told.operation_id::float8 as operation_id, coalesce(operation.sold_at, operation.created_at) as at, vehicle.plate,
        coalesce(operation.centilitres, 0) as centilitres, operation.sum_kopecks::float8 as sum_kopecks, told.handing, told.problem
      from wialon_filling told join operation on operation.id = told.operation_id
      join vehicle on vehicle.id = told.vehicle_id
      where told.company_id = ${scope.companyId} and told.handing is not null
      order by told.handed_at desc, told.operation_id desc limit ${max}`,
  );
}

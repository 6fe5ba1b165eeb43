import { sql } from 'kysely';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { firstRow, rows, type Db } from '../../../db/database.ts';

export interface LinkRow {
  connected_at: Date;
  connected_by: string;
  hands_over_since: Date | null;
  heard_at: Date | null;
  problem: string | null;
  refused: boolean;
}

export function findLink(db: Db, scope: CompanyScope): Promise<LinkRow | null> {
  return firstRow(
    db,
    sql<LinkRow>`
      select connected_at, hands_over_since, heard_at, problem, refused, (
        select concat_ws(' ', lastname, firstname) from app_user where app_user.id = connected_by) as connected_by
      from wialon_link where company_id = ${scope.companyId}`,
  );
}

/** A new token preserves the chosen setting of the handover. */
export async function writeLink(
  tx: Db,
  scope: CompanyScope,
  input: { sealed: Buffer; userId: number; now: Date },
): Promise<void> {
  await sql`
    insert into wialon_link (company_id, token_sealed, connected_at, connected_by, heard_at)
    values (${scope.companyId}, ${input.sealed}, ${input.now}, ${input.userId}, ${input.now})
    on conflict (company_id) do update set token_sealed = excluded.token_sealed, connected_at = excluded.connected_at,
      connected_by = excluded.connected_by, heard_at = excluded.heard_at, problem = null, refused = false`.execute(
    tx,
  );
}

/** False where the company has none. */
export async function deleteLink(tx: Db, scope: CompanyScope): Promise<boolean> {
  await sql`delete from wialon_unit where company_id = ${scope.companyId}`.execute(tx);
  const { numAffectedRows } = await sql`
    delete from wialon_link where company_id = ${scope.companyId}`.execute(tx);
  return Number(numAffectedRows ?? 0) > 0;
}

/** False where the company has none. What is handed over already stays so. */
export async function setHandsOver(tx: Db, scope: CompanyScope, since: Date | null): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update wialon_link set hands_over_since = case when ${since}::timestamptz is null then null
      else coalesce(hands_over_since, ${since}) end
    where company_id = ${scope.companyId}`.execute(tx);
  return Number(numAffectedRows ?? 0) > 0;
}

export async function writeUnits(
  tx: Db,
  scope: CompanyScope,
  units: readonly { vehicleId: number; unitId: number; title: string }[],
): Promise<void> {
  await sql`delete from wialon_unit where company_id = ${scope.companyId}`.execute(tx);
  await sql`
    insert into wialon_unit (company_id, vehicle_id, unit_id, title)
    select ${scope.companyId}::bigint, said.* from unnest(${units.map((unit) => unit.vehicleId)}::bigint[],
      ${units.map((unit) => unit.unitId)}::bigint[], ${units.map((unit) => unit.title)}::text[]) as said`.execute(
    tx,
  );
}

export interface UnitRow {
  vehicle: { id: number; plate: string; brand: string };
  unit: { id: number; title: string } | null;
  position_at: Date | null;
}

/** Every truck with its unit, those without one last. */
export function listUnits(db: Db, scope: CompanyScope): Promise<UnitRow[]> {
  return rows(
    db,
    sql<UnitRow>`
      select json_build_object('id', vehicle.id, 'plate', vehicle.plate, 'brand', vehicle.brand) as vehicle,
        case when unit.unit_id is null then null else json_build_object('id', unit.unit_id, 'title', unit.title) end as unit, (
          select max(at) from vehicle_position
          where vehicle_position.company_id = vehicle.company_id and vehicle_position.vehicle_id = vehicle.id) as position_at
      from vehicle left join wialon_unit unit on unit.company_id = vehicle.company_id and unit.vehicle_id = vehicle.id
      where vehicle.company_id = ${scope.companyId} and vehicle.removed_at is null
      order by unit.unit_id is null, vehicle.plate`,
  );
}

export interface DueLink {
  company_id: number;
  token_sealed: Buffer;
  connected_at: Date;
  hands_over_since: Date | null;
  asked_at: Date;
}

/** Takes a link that has been idle since `before`, so that no other process uses it meanwhile. */
export function takeDueLink(tx: Db, about: { before: Date; now: Date }): Promise<DueLink | null> {
  return firstRow(
    tx,
    sql<DueLink>`
      update wialon_link set asked_at = ${about.now} where company_id = (
        select company_id from wialon_link
        where not refused and (asked_at is null or asked_at <= ${about.before})
        order by asked_at nulls first limit 1 for update skip locked)
      returning company_id::float8 as company_id, token_sealed, connected_at, hands_over_since, asked_at`,
  );
}

/** Extends it for the same time again. Returns false when another process has taken it since, or it was removed. */
export async function extendLink(
  tx: Db,
  scope: CompanyScope,
  { askedAt, now }: { askedAt: Date; now: Date },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update wialon_link set asked_at = ${now} where company_id = ${scope.companyId} and asked_at = ${askedAt}`.execute(
    tx,
  );
  return Number(numAffectedRows ?? 0) > 0;
}

/** Records nothing for a token that has been replaced since. */
export async function recordExchange(
  tx: Db,
  scope: CompanyScope,
  input: { connectedAt: Date; now: Date; problem: string | null; refused: boolean },
): Promise<void> {
  await sql`
    update wialon_link set problem = ${input.problem}, refused = ${input.refused},
      heard_at = case when ${input.problem === null} then ${input.now}::timestamptz else heard_at end
    where company_id = ${scope.companyId} and connected_at = ${input.connectedAt}`.execute(tx);
}

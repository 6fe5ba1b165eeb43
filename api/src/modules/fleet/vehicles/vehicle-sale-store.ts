import { sql, type RawBuilder } from 'kysely';
import { OPERATION_STATUS, OPERATION_TYPE } from '#contract/ids.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { rows, type Db } from '../../../db/database.ts';
import { writeCharged } from '../../programme/tariffs/write-charged.ts';

/**
 * What a truck took on a Moscow day: purchases less refunds, as its company is charged. Stretches of time go by `created_at`, as
 * all reports do: of fuel it is the moment of the sale, however late the network tells of it (migration 901).
 */
export interface FuelDay {
  day: string;
  kopecks: number;
  centilitres: number;
}

/** The truck's days with fuel since one, oldest first: of the cards that were on it at the time. */
export function listFuelDays(
  db: Db,
  scope: CompanyScope,
  { vehicleId, since }: { vehicleId: number; since: Date },
): Promise<FuelDay[]> {
  return rows(
    db,
    fuelDays(scope, sql`riding.vehicle_id = ${vehicleId} and operation.created_at >= ${since}`),
  );
}

/** Of every truck, sold between two moments. */
export function listFuelDaysOfAll(
  db: Db,
  scope: CompanyScope,
  { from, until }: { from: Date; until: Date },
): Promise<(FuelDay & { vehicleId: number })[]> {
  return rows(db, fuelDays(scope, sql`operation.created_at >= ${from} and operation.created_at < ${until}`));
}

function fuelDays(scope: CompanyScope, which: RawBuilder<unknown>) {
  return sql<FuelDay & { vehicleId: number }>`
      select riding.vehicle_id as "vehicleId", (operation.sold_at at time zone 'Europe/Moscow')::date as day,
        sum((case operation.type_id when ${OPERATION_TYPE.refund} then -1 else 1 end) * ${writeCharged()})::bigint as kopecks,
        sum((case operation.type_id when ${OPERATION_TYPE.refund} then -1 else 1 end) * operation.centilitres)::bigint as centilitres
      from card_on_vehicle riding join operation on operation.card_id = riding.card_id
        and operation.sold_at >= riding.since and (riding.until is null or operation.sold_at < riding.until)
        left join sale_price price on price.operation_id = operation.id
      where riding.company_id = ${scope.companyId} and operation.company_id = ${scope.companyId} and ${which}
        and operation.status_id = ${OPERATION_STATUS.done} and operation.centilitres is not null
      group by 1, 2 order by 1, 2`;
}

export interface RidingCard {
  card_id: number;
  card_number: string;
  comment: string;
  since: Date;
  until: Date | null;
}

const SPANS_MOST = 500;

/** Which cards have been on the truck, the newest first. */
export function listRidingCards(db: Db, scope: CompanyScope, vehicleId: number): Promise<RidingCard[]> {
  return rows(
    db,
    sql<RidingCard>`
      select riding.card_id, card.card_number, card.comment, riding.since, riding.until
      from card_on_vehicle riding join card on card.id = riding.card_id
      where riding.company_id = ${scope.companyId} and riding.vehicle_id = ${vehicleId}
      order by riding.until desc nulls first, riding.since desc, riding.id desc limit ${SPANS_MOST}`,
  );
}

import { sql } from 'kysely';
import { OPERATION_STATUS, OPERATION_TYPE } from '#contract/ids.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { firstRow, type Db } from '../../../db/database.ts';
import { writeMotorFuel } from '../../programme/partners/partners.ts';

/**
 * Returns the truck's last purchase of its own fuel that was not wholly refunded, and the distance since: from the odometer reading at or before the purchase to the newest
 * after it; null kilometres where either is missing.
 */
export function findLastFilling(
  tx: Db,
  scope: CompanyScope,
  { vehicleId, now }: { vehicleId: number; now: Date },
): Promise<{ at: Date; centilitres: number; km: number | null } | null> {
  const read = sql`select km from vehicle_odometer where company_id = ${scope.companyId} and vehicle_id = ${vehicleId} and not is_set_aside`;
  return firstRow(
    tx,
    sql<{ at: Date; centilitres: number; km: number | null }>`
      select filled.at, filled.centilitres, (
        (${read} and at > filled.at and at <= ${now} order by at desc limit 1)
        - (${read} and at <= filled.at order by at desc limit 1)
      ) as km
      from (
        select operation.sold_at as at, operation.centilitres
        from card_on_vehicle riding join operation on operation.card_id = riding.card_id
          and operation.sold_at >= riding.since and (riding.until is null or operation.sold_at < riding.until)
        join vehicle on vehicle.id = riding.vehicle_id
        where riding.company_id = ${scope.companyId} and riding.vehicle_id = ${vehicleId}
          and operation.company_id = ${scope.companyId} and operation.status_id = ${OPERATION_STATUS.done}
          and operation.type_id = ${OPERATION_TYPE.purchase} and operation.centilitres is not null
          and operation.sold_at <= ${now} and ${writeMotorFuel()} = vehicle.fuel
          and operation.centilitres > (
            select coalesce(sum(back.centilitres), 0) from operation back
            where back.company_id = ${scope.companyId} and back.card_id = operation.card_id
              and back.type_id = ${OPERATION_TYPE.refund} and back.status_id = ${OPERATION_STATUS.done}
              and back.refund_of = operation.external_id
          )
        order by operation.sold_at desc limit 1
      ) filled`,
  );
}

import { sql } from 'kysely';
import { OPERATION_STATUS, OPERATION_TYPE } from '#contract/ids.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { rows, type Db } from '../../../db/database.ts';
import { writeMotorFuel } from '../../programme/partners/write-motor-fuel.ts';
import { writeCharged } from '../../programme/tariffs/write-charged.ts';
import type { PlanFilling } from './match-fillings.ts';

/** Before the planned departure that still belong to the trip. */
const EARLIER = '6 hours';

/** The fuel that the trucks of these plans bought while each plan held, oldest first: a plan counts nothing but what its truck burns. */
export async function listPlanFillings(
  db: Db,
  scope: CompanyScope,
  planIds: readonly number[],
): Promise<Map<number, PlanFilling[]>> {
  if (planIds.length === 0) return new Map();
  const sign = sql`case operation.type_id when ${OPERATION_TYPE.purchase} then 1 else -1 end`;
  const found = await rows(
    db,
    sql<PlanFilling>`
      with held as (
        select id, vehicle_id, least(started_at, greatest(sent_at, departs_at - ${EARLIER}::interval)) as since, ended_at as until
        from fuel_plan
        where company_id = ${scope.companyId} and id = any(${[...planIds]}::bigint[]) and sent_at is not null
      )
      select held.id as "planId", operation.id as "operationId", operation.sold_at as at,
        ${sign} * operation.centilitres as centilitres,
        ${sign} * ${writeCharged()}::float8 as sum,
        coalesce(operation.address, '') as station, card.card_number as "cardNumber"
      from held
      join card_on_vehicle riding on riding.company_id = ${scope.companyId} and riding.vehicle_id = held.vehicle_id
      join operation on operation.company_id = ${scope.companyId} and operation.card_id = riding.card_id
        and operation.sold_at >= riding.since and (riding.until is null or operation.sold_at < riding.until)
        and operation.sold_at >= held.since and (held.until is null or operation.sold_at <= held.until)
      join card on card.id = operation.card_id join vehicle on vehicle.id = held.vehicle_id
      left join sale_price price on price.operation_id = operation.id
      where operation.status_id = ${OPERATION_STATUS.done} and operation.centilitres is not null
        and operation.type_id in (${OPERATION_TYPE.purchase}, ${OPERATION_TYPE.refund})
        and ${writeMotorFuel()} = vehicle.fuel
      order by operation.sold_at, operation.id`,
  );
  return Map.groupBy(found, ({ planId }) => planId);
}

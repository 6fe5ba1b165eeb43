import { sql, type RawBuilder } from 'kysely';
import { FUEL_PLAN_USUAL_DAYS, type UsualPricePayer } from '#contract/fleet/fuel-plan-shapes.ts';
import { GOODS_TREE, OPERATION_STATUS, OPERATION_TYPE } from '#contract/ids.ts';
import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { getOnlyRow, type Db } from '../../../db/database.ts';
import { writeMotorFuel } from '../../programme/partners/partners.ts';
import { writeCharged } from '../../programme/tariffs/tariffs.ts';

/** Mean price of a litre that a plan is compared with. */
export interface UsualPrice {
  price: Kopecks;
  paidBy: UsualPricePayer;
  /** Number of purchases that the price is the mean of. */
  fillings: number;
}

/**
 * Returns what the truck paid for a litre of diesel in the days before a moment, else what its company paid: purchases
 * less refunds, as charged. Null when neither bought any. A plan buys diesel alone (`makePlan`).
 */
export async function findUsualPrice(
  db: Db,
  scope: CompanyScope,
  { vehicleId, until }: { vehicleId: number; until: Date },
): Promise<UsualPrice | null> {
  const since = new Date(until.getTime() - FUEL_PLAN_USUAL_DAYS * 86_400_000);
  // Spans of a card on one truck do not overlap, so no purchase is counted twice.
  const ofTruck = sql`card_on_vehicle riding join operation on operation.card_id = riding.card_id
    and riding.company_id = ${scope.companyId} and riding.vehicle_id = ${vehicleId}
    and operation.sold_at >= riding.since and (riding.until is null or operation.sold_at < riding.until)`;
  const truck = await sumBought(db, scope, { since, until, from: ofTruck });
  if (truck) return { ...truck, paidBy: 'truck' };
  const company = await sumBought(db, scope, { since, until, from: sql`operation` });
  return company && { ...company, paidBy: 'company' };
}

/** `created_at` of fuel is the moment of the sale (migration 901), and indexed. */
async function sumBought(
  db: Db,
  { companyId }: CompanyScope,
  { since, until, from }: { since: Date; until: Date; from: RawBuilder<unknown> },
): Promise<Omit<UsualPrice, 'paidBy'> | null> {
  const { purchase, refund } = OPERATION_TYPE;
  const sign = sql`case operation.type_id when ${purchase} then 1 else -1 end`;
  const bought = await getOnlyRow(
    db,
    sql<{ sum: number; centilitres: number; fillings: number }>`
      select coalesce(sum(${sign} * ${writeCharged()}), 0)::float8 as sum,
        coalesce(sum(${sign} * operation.centilitres), 0)::float8 as centilitres,
        count(*) filter (where operation.type_id = ${purchase})::int as fillings
      from ${from} left join sale_price price on price.operation_id = operation.id
      where operation.company_id = ${companyId} and operation.status_id = ${OPERATION_STATUS.done}
        and operation.type_id in (${purchase}, ${refund}) and operation.centilitres is not null
        and operation.created_at >= ${since} and operation.created_at <= ${until}
        and ${writeMotorFuel()} = ${GOODS_TREE.diesel}`,
  );
  if (bought.centilitres <= 0 || bought.sum <= 0) return null;
  return { price: kopecks(Math.round((bought.sum * 100) / bought.centilitres)), fillings: bought.fillings };
}

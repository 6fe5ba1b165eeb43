import { sql } from 'kysely';
import { OPERATION_STATUS, OPERATION_TYPE } from '#contract/ids.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { firstRow, type Db } from '../../../db/database.ts';

/** Cost centre of a purchase, empty for that of its group, and the number of its trip. */
export interface PurchaseAssignment {
  costCentre: string;
  tripNumber: string;
}

/** The purchase that an `operation` is assigned by: a refund goes by its own. */
const ASSIGNED_ID = sql`case when operation.refund_of is null then operation.id else (
  select bought.id from operation bought
  where bought.partner_id = operation.partner_id and bought.external_id = operation.refund_of) end`;

/** Selects what was entered for the operation, as JSON; null where nothing was. */
export const ASSIGNMENT = sql`
  select json_build_object('costCentre', assigned.cost_centre, 'tripNumber', assigned.trip_number)
  from purchase_assignment assigned
  where assigned.company_id = operation.company_id and assigned.operation_id = ${ASSIGNED_ID}`;

/** Joins what an `operation` is charged and assigned to, for `COST_CENTRE` and `TRIP_NUMBER`. */
export const JOIN_ASSIGNMENT = sql`
  left join operation_allocation charged
    on charged.company_id = operation.company_id and charged.operation_id = operation.id
  left join purchase_assignment assigned
    on assigned.company_id = operation.company_id and assigned.operation_id = ${ASSIGNED_ID}`;

/** Its own, else that of its group, else an empty text. */
export const COST_CENTRE = sql`coalesce(nullif(assigned.cost_centre, ''), charged.cost_centre, '')`;

export const TRIP_NUMBER = sql`coalesce(assigned.trip_number, '')`;

export interface AssignablePurchase extends PurchaseAssignment {
  cardId: number;
  soldAt: Date;
  /** Whether a driver entered it last; null while it is empty. */
  byDriver: boolean | null;
}

/** Finds a done purchase with what was entered for it, and locks it against another entry. */
export async function lockAssignment(
  tx: Db,
  { companyId }: CompanyScope,
  operationId: number,
): Promise<AssignablePurchase | null> {
  // The key alone is locked: balances and lists wait for nothing.
  return firstRow(
    tx,
    sql<AssignablePurchase>`
      select operation.card_id as "cardId", coalesce(operation.sold_at, operation.created_at) as "soldAt",
        assigned.by_driver as "byDriver", coalesce(assigned.cost_centre, '') as "costCentre",
        coalesce(assigned.trip_number, '') as "tripNumber"
      from operation left join purchase_assignment assigned
        on assigned.company_id = operation.company_id and assigned.operation_id = operation.id
      where operation.company_id = ${companyId} and operation.id = ${operationId}
        and operation.type_id = ${OPERATION_TYPE.purchase} and operation.status_id = ${OPERATION_STATUS.done}
      for key share of operation`,
  );
}

export async function writeAssignment(
  tx: Db,
  { companyId }: CompanyScope,
  args: PurchaseAssignment & { operationId: number; byDriver: boolean; at: Date },
): Promise<void> {
  const { operationId, costCentre, tripNumber, byDriver, at } = args;
  await sql`
    insert into purchase_assignment (company_id, operation_id, cost_centre, trip_number, by_driver, changed_at)
    values (${companyId}, ${operationId}, ${costCentre}, ${tripNumber}, ${byDriver}, ${at})
    on conflict (company_id, operation_id) do update set cost_centre = excluded.cost_centre,
      trip_number = excluded.trip_number, by_driver = excluded.by_driver, changed_at = excluded.changed_at`.execute(
    tx,
  );
}

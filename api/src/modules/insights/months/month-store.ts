import { sql } from 'kysely';
import { OPERATION_STATUS } from '#contract/ids.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { getOnlyRow, type Db } from '../../../db/database.ts';
import { getNextMonth, startOfDay } from '../../../lib/days.ts';

/** Documents of a month of a company. */
export interface MonthDocuments {
  isClosed: boolean;
  /** Valid documents that are neither confirmed, objected to nor signed by the exchange. */
  undecided: number;
  /** Objections that the programme's staff have not answered. */
  unanswered: number;
}

export function readMonthDocuments(tx: Db, scope: CompanyScope, month: string): Promise<MonthDocuments> {
  return getOnlyRow(
    tx,
    sql<MonthDocuments>`
      select exists (
          select from month_closing closing
          where closing.company_id = ${scope.companyId} and closing.month = ${month} and closing.state = 'done') as "isClosed",
        count(*) filter (
          where document.received_at is null and document.objected_at is null
            and message.state is distinct from 'signed') as undecided,
        count(*) filter (
          where document.objected_at is not null and document.objection_answered_at is null
            and document.received_at is null) as unanswered
      from month_document document
      left join edm_message message on message.document_id = document.id
      where document.company_id = ${scope.companyId} and document.month = ${month}
        and document.withdrawn_at is null and document.replaced_at is null`,
  );
}

/** Trucks that were fuelled in a month. */
export async function listFuelledTrucks(tx: Db, scope: CompanyScope, month: string): Promise<number[]> {
  const [from, until] = [`${month}-01`, `${getNextMonth(month)}-01`].map(startOfDay);
  const { ids } = await getOnlyRow(
    tx,
    sql<{ ids: number[] }>`
      select coalesce(array_agg(distinct riding.vehicle_id), '{}') as ids
      from card_on_vehicle riding
      join operation on operation.card_id = riding.card_id and operation.company_id = riding.company_id
        and operation.sold_at >= riding.since and (riding.until is null or operation.sold_at < riding.until)
      where riding.company_id = ${scope.companyId} and operation.status_id = ${OPERATION_STATUS.done}
        and operation.sold_at >= ${from} and operation.sold_at < ${until}`,
  );
  return ids;
}

/**
 * Counts payments of a month from a company's INN that staff have not credited yet. They belong to no company, so the
 * caller reads them by the INN of the one that asks.
 */
export async function countPaymentsInReview(db: Db, inn: string, month: string): Promise<number> {
  const { count } = await getOnlyRow(
    db,
    sql<{ count: number }>`
      select count(*) as count from bank_payment
      where payer_inn = ${inn} and state = 'review' and company_id is null
        and credited_on >= ${`${month}-01`}::date and credited_on < ${`${getNextMonth(month)}-01`}::date`,
  );
  return count;
}

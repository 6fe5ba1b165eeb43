import { sql } from 'kysely';
import { OPERATION_STATUS } from '#contract/ids.ts';
import { UNCONFIRMED_KIND } from '#contract/papers/documents.ts';
import { listIds, type CompanyScope } from '../../../db/company-scope.ts';
import { rows, type Db } from '../../../db/database.ts';
import { getNextMonth, startOfDay } from '../../../lib/days.ts';

/** Documents of a month of a company. */
export interface MonthDocuments {
  companyId: number;
  isClosed: boolean;
  /** Valid documents that are neither confirmed, objected to nor signed by the exchange. */
  undecided: number;
  /** Objections that the programme's staff have not answered. */
  unanswered: number;
}

/** Reads the documents of a month of each of the companies. */
export function readMonthDocuments(
  tx: Db,
  scopes: readonly CompanyScope[],
  month: string,
): Promise<MonthDocuments[]> {
  return rows(
    tx,
    sql<MonthDocuments>`
      select wanted.id as "companyId", exists (
          select from month_closing closing
          where closing.company_id = wanted.id and closing.month = ${month} and closing.state = 'done') as "isClosed",
        documents.*
      from unnest(${listIds(scopes)}::bigint[]) as wanted (id)
      cross join lateral (
        select count(*) filter (
            where document.corrected_kind is distinct from ${UNCONFIRMED_KIND}
              and document.received_at is null and document.objected_at is null
              and message.state is distinct from 'signed') as undecided,
          count(*) filter (
            where document.objected_at is not null and document.objection_answered_at is null
              and document.received_at is null) as unanswered
        from month_document document
        left join edm_message message on message.document_id = document.id
        where document.company_id = wanted.id and document.month = ${month}
          and document.withdrawn_at is null and document.replaced_at is null
      ) documents`,
  );
}

/** Disputes of a company about purchases of a month. */
export interface MonthDisputes {
  open: number;
  ended: number;
}

/** Counts the disputes about purchases of a month of each of the companies; one that has none is left out. */
export async function countMonthDisputes(
  tx: Db,
  scopes: readonly CompanyScope[],
  month: string,
): Promise<Map<number, MonthDisputes>> {
  const [from, until] = [`${month}-01`, `${getNextMonth(month)}-01`].map(startOfDay);
  const found = await rows(
    tx,
    sql<MonthDisputes & { companyId: number }>`
      select dispute.company_id as "companyId", count(*) filter (where dispute.ended_at is null) as open,
        count(dispute.ended_at) as ended
      from dispute join operation on operation.id = dispute.operation_id and operation.company_id = dispute.company_id
      where dispute.company_id = any(${listIds(scopes)}::bigint[])
        and operation.sold_at >= ${from} and operation.sold_at < ${until}
      group by dispute.company_id`,
  );
  return new Map(found.map(({ companyId, ...disputes }) => [companyId, disputes]));
}

/** Trucks of a company in a month. */
export interface MonthTrucks {
  companyId: number;
  /** Trucks that were fuelled. */
  fuelled: number;
  /** Trucks among them without two readings of the odometer around a part of the month. */
  unmeasured: number;
  /** Cards that bought and were never on a truck: no waybill's sheet shows their fillings. */
  cardsWithoutTruck: number;
}

/**
 * Counts the trucks that were fuelled in a month. `created_at` of fuel is the moment of the sale (migration 901), and
 * indexed by card.
 */
export function countMonthTrucks(
  tx: Db,
  scopes: readonly CompanyScope[],
  month: string,
): Promise<MonthTrucks[]> {
  const [from, until] = [`${month}-01`, `${getNextMonth(month)}-01`].map(startOfDay);
  const ids = listIds(scopes);
  return rows(
    tx,
    sql<MonthTrucks>`
      with truck as (
        select distinct riding.company_id, riding.vehicle_id
        from card_on_vehicle riding
        where riding.company_id = any(${ids}::bigint[]) and riding.since < ${until}
          and (riding.until is null or riding.until > ${from})
          and exists (
            select from operation
            where operation.card_id = riding.card_id and operation.company_id = riding.company_id
              and operation.status_id = ${OPERATION_STATUS.done} and operation.sold_at is not null
              and operation.created_at >= greatest(riding.since, ${from})
              and operation.created_at < least(riding.until, ${until}))
      )
      select wanted.id as "companyId", count(truck.vehicle_id) as fuelled,
        count(truck.vehicle_id) filter (where not exists (
          select from vehicle_odometer reading
          where reading.company_id = wanted.id and reading.vehicle_id = truck.vehicle_id and not reading.is_set_aside
          having min(reading.at) < ${until} and max(reading.at) > ${from} and min(reading.at) < max(reading.at)
        )) as unmeasured,
        (select count(*) from card
          where card.company_id = wanted.id
            and not exists (
              select from card_on_vehicle riding where riding.company_id = wanted.id and riding.card_id = card.id)
            and exists (
              select from operation
              where operation.card_id = card.id and operation.company_id = wanted.id
                and operation.status_id = ${OPERATION_STATUS.done} and operation.sold_at is not null
                and operation.created_at >= ${from} and operation.created_at < ${until})) as "cardsWithoutTruck"
      from unnest(${ids}::bigint[]) as wanted (id) left join truck on truck.company_id = wanted.id
      group by wanted.id`,
  );
}

/**
 * Counts payments of a month from each company's INN that staff have not credited yet. They belong to no company, so they are
 * found by the INN. A company without such is left out.
 */
export async function countPaymentsInReview(
  db: Db,
  scopes: readonly CompanyScope[],
  month: string,
): Promise<Map<number, number>> {
  const found = await rows(
    db,
    sql<{ companyId: number; count: number }>`
      select company.id as "companyId", count(*) as count
      from company join bank_payment payment on payment.payer_inn = company.inn
      where company.id = any(${listIds(scopes)}::bigint[]) and payment.state = 'review' and payment.company_id is null
        and payment.credited_on >= ${`${month}-01`}::date and payment.credited_on < ${`${getNextMonth(month)}-01`}::date
      group by company.id`,
  );
  return new Map(found.map(({ companyId, count }) => [companyId, count]));
}

/**
 * Lists the next companies after `after` whose documents of a month are there and decided, and that have no notice of a
 * complete month. What else a month needs is read company by company.
 */
export async function listDecidedCompanies(
  db: Db,
  { month, after }: { month: string; after: number },
): Promise<number[]> {
  const found = await rows(
    db,
    sql<{ id: number }>`
      select closing.company_id as id from month_closing closing
      where closing.month = ${month} and closing.state = 'done' and closing.company_id > ${after}
        and not exists (
          select from complete_month complete where complete.company_id = closing.company_id and complete.month = closing.month)
        and exists (
          select from month_document document
          where document.company_id = closing.company_id and document.month = closing.month)
        and not exists (select from sandbox where sandbox.company_id = closing.company_id)
      order by closing.company_id limit 200`,
  );
  return found.map(({ id }) => id);
}

/** Stores that a company is notified. Returns false if another process was faster. */
export async function insertCompleteMonth(
  tx: Db,
  { companyId }: CompanyScope,
  { month, now }: { month: string; now: Date },
): Promise<boolean> {
  const inserted = await rows(
    tx,
    sql`
      insert into complete_month (company_id, month, at) values (${companyId}, ${month}, ${now})
      on conflict do nothing returning company_id`,
  );
  return inserted.length > 0;
}

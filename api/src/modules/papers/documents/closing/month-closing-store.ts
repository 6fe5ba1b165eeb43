import { sql, type RawBuilder } from 'kysely';
import { getOnlyRow, rows, type Db } from '../../../../db/database.ts';
import { BANK_AT, BANK_DOCUMENTS } from '../../advances/bank-time.ts';
import { endOfMonth, startOfMonth } from './month-closing.ts';

export interface Closing {
  state: 'open' | 'counted' | 'done';
  until: Date | null;
  /** A later month of the company has been counted already: this one would break the chain of its acts. */
  overtaken: boolean;
}

/**
 * Locks the closing of a company and month. Work on another month of the same company waits. It does not wait on the
 * row itself, because the query for the next company skips locked rows.
 */
export async function lockClosing(tx: Db, companyId: number, month: string): Promise<Closing> {
  await sql`select pg_advisory_xact_lock(hashtext(${`close-months:${companyId}`}))`.execute(tx);
  const row = await getOnlyRow(
    tx,
    sql<{ state: Closing['state']; until_at: Date | null; overtaken: boolean }>`
      select state, until_at, exists (
        select from month_closing later
        where later.company_id = ${companyId} and later.month > ${month} and later.state <> 'open') as overtaken
      from month_closing
      where company_id = ${companyId} and month = ${month} for no key update`,
  );
  return { state: row.state, until: row.until_at, overtaken: row.overtaken };
}

/** Earlier months of the company that were asked for and can still be counted, oldest first. */
export async function listWaitingBefore(tx: Db, companyId: number, month: string): Promise<string[]> {
  const found = await rows(
    tx,
    sql<{ month: string }>`
      select month from month_closing waiting
      where company_id = ${companyId} and month < ${month} and state = 'open' and not exists (
        select from month_closing later
        where later.company_id = ${companyId} and later.month > waiting.month and later.state <> 'open')
      order by month`,
  );
  return found.map((row) => row.month);
}

/**
 * A movement counts on the day when the fuel was released, the service was rendered or the bank moved the money, at the latest on the day when
 * it was posted.
 */
export const MOVEMENTS = (companyId: number | RawBuilder<unknown>) => sql`
  select entry.transfer_id, entry.amount_kopecks,
    least(operation.sold_at, charge.served_at, ${BANK_AT}) as dated_at
  from ledger_account account
  join ledger_entry entry on entry.account_id = account.id
  join ledger_transfer transfer on transfer.id = entry.transfer_id
  left join operation on transfer.subject_kind = 'operation' and operation.id = transfer.subject_id
  left join service_charge charge on transfer.subject_kind = 'service-charge' and charge.id = transfer.subject_id
  ${BANK_DOCUMENTS}
  where account.company_id = ${companyId} and account.kind in ('bank', 'network', 'programme')`;

/**
 * SQL condition of movements that this month's documents must include. It is of the month,
 * or late. Before the first set of a company only what belongs to a closed month is late.
 */
export const belongsToMonth = (companyId: RawBuilder<unknown>, month: string) => sql`(
  movement.dated_at >= ${startOfMonth(month)}
  or exists (
    select from month_closing fixed where fixed.company_id = ${companyId} and fixed.opening_kopecks is not null)
  or exists (
    select from month_closing closed
    where closed.company_id = ${companyId} and closed.until_at is not null
      and closed.month = to_char(movement.dated_at at time zone 'Europe/Moscow', 'YYYY-MM')))`;

/**
 * Fixes the month's movements and its opening balance: all movements up to its end that belong to no other month, so
 * that what becomes known late goes into the next set. Before the first set, only what belongs to a closed month
 * counts as late; the rest is in the opening balance. One statement does both, so both see the same moment and
 * neither sees what is booked meanwhile.
 */
export async function countMovements(
  tx: Db,
  args: { companyId: number; month: string; until: Date },
): Promise<void> {
  const { companyId, month } = args;
  await sql`
    with movement as materialized (
      select transfer_id, amount_kopecks, dated_at from (${MOVEMENTS(companyId)}) known
      where dated_at < ${endOfMonth(month)}
    ), line as (
      insert into month_closing_line (transfer_id, company_id, month)
      select movement.transfer_id, ${companyId}::bigint,
        case when ${belongsToMonth(sql`${companyId}::bigint`, month)} then ${month} end
      from movement
      where not exists (select from month_closing_line line where line.transfer_id = movement.transfer_id)
      order by movement.transfer_id
      returning transfer_id, month
    )
    update month_closing set state = 'counted', until_at = ${args.until}, problem = null,
      opening_kopecks = (
        ${selectOpening(sql`movement`, { companyId, month })}
        and not exists (select from line where line.transfer_id = movement.transfer_id and line.month = ${month})
      )
    where company_id = ${companyId} and month = ${month}`.execute(tx);
}

/** The month's opening balance, as fixed with its movements. */
export async function readOpening(db: Db, companyId: number, month: string): Promise<number> {
  const row = await getOnlyRow(
    db,
    sql<{ kopecks: number }>`
      select coalesce(opening_kopecks, (
        ${selectOpening(sql`(${MOVEMENTS(companyId)}) movement`, { companyId, month })}
      )) as kopecks
      from month_closing where company_id = ${companyId} and month = ${month}`,
  );
  return row.kopecks;
}

/**
 * Selects all payments before the month minus refunded payments and minus all fuel, as the documents of earlier months
 * state them.
 */
function selectOpening(
  movements: RawBuilder<unknown>,
  { companyId, month }: { companyId: number; month: string },
): RawBuilder<unknown> {
  return sql`
    select coalesce(-sum(movement.amount_kopecks), 0)::bigint
    from ${movements}
    where movement.dated_at < ${startOfMonth(month)} and not exists (
      select from month_closing_line line
      where line.transfer_id = movement.transfer_id and line.company_id = ${companyId} and line.month >= ${month})`;
}

export async function markClosed(
  tx: Db,
  args: { companyId: number; month: string; now: Date },
): Promise<void> {
  await sql`
    update month_closing set state = 'done', done_at = ${args.now}, problem = null, problem_at = null, documents = (
      select count(*) from month_document document
      where document.company_id = month_closing.company_id and document.month = month_closing.month
        and document.kind is not null)
    where company_id = ${args.companyId} and month = ${args.month}`.execute(tx);
}

import { sql } from 'kysely';
import pg from 'pg';
import { getOnlyRow, type Db, rows } from '../../../db/database.ts';
import type { Context } from '../../../context.ts';
import { moscowDay } from '../../../lib/money-format.ts';

export interface SealedBatch {
  /** Last account that was checked, or null if there are no more. */
  reach: number | null;
  sealed: number;
  /** Accounts with more entries than were read. */
  unfinished: number;
}

/**
 * Seals the days before `today` of the next accounts, from at most `max` entries of each. It reads committed data and
 * locks nothing: an account's entries become visible in the order of their transfers, so uncommitted ones come after
 * the seal's last transfer, and every reader adds them. A day whose entries lie among those of another day gets no
 * seal. An account with an entry of a sealed day gets none before `removeSeals`. The transfer of each entry is read
 * by itself (`limit 1`), because the planner assumes `max` entries of each account and would rather read the whole
 * past. The seal of a `programme` account also has the sums by kind of movement (`by_kind`); one that was sealed
 * without them gets them. What comes later is found from the newest day back (`later`): a frame whose beginning moves
 * would be added up anew for each day.
 */
export async function sealAccountDays(
  db: Db,
  args: { after: number; accounts: number; max: number; today: string },
): Promise<SealedBatch> {
  return getOnlyRow(
    db,
    sql<SealedBatch>`
      with account as materialized (
        select id, company_id, kind from ledger_account where id > ${args.after} order by id limit ${args.accounts}
      ), tail as materialized (
        select account.id as account_id, account.company_id, newest.day as sealed, newest.by_kind, entry.*,
          (transfer.posted_at at time zone 'Europe/Moscow')::date as day,
          case account.kind when 'programme' then transfer.kind end as cause
        from account
        left join lateral (
          select day, last_transfer_id, by_kind from account_day
          where company_id = account.company_id and account_id = account.id
            and (account.kind <> 'programme' or by_kind is not null)
          order by day desc limit 1
        ) newest on true
        cross join lateral (
          select transfer_id, amount_kopecks, balance_after_kopecks from ledger_entry
          where account_id = account.id and company_id = account.company_id
            and transfer_id > coalesce(newest.last_transfer_id, 0)
          order by transfer_id limit ${args.max}
        ) entry
        cross join lateral (
          select posted_at, kind from ledger_transfer where id = entry.transfer_id and company_id = account.company_id
          limit 1
        ) transfer
      ), caused as materialized (
        select account_id, day, cause, sum(amount_kopecks) as kopecks
        from tail where cause is not null group by account_id, day, cause
        union all
        select account_id, sealed, part.key, part.value::numeric
        from (select distinct on (account_id) account_id, sealed, by_kind from tail where by_kind is not null) before
        cross join jsonb_each_text(by_kind) part
      ), summed as (
        select account_id, day, jsonb_object_agg(cause, kopecks::bigint) filter (where moved > 0) as by_kind
        from (
          select account_id, day, cause, sum(caused.kopecks) over upto as kopecks, count(caused.kopecks) over upto as moved
          from (select distinct account_id, day from caused) days
          join (select distinct account_id, cause from caused) causes using (account_id)
          left join caused using (account_id, day, cause)
          window upto as (partition by account_id, cause order by day)
        ) upto group by account_id, day
      ), of_day as (
        select account_id, company_id, sealed, day, min(transfer_id) as first, count(*) as entries,
          max(array[transfer_id, balance_after_kopecks]) as last,
          coalesce(sum(amount_kopecks) filter (where amount_kopecks > 0), 0) as came_in,
          coalesce(-sum(amount_kopecks) filter (where amount_kopecks < 0), 0) as went_out
        from tail group by account_id, company_id, sealed, day
      ), placed as (
        select account_id, company_id, day, max(last) over upto as last,
          min(first) over later as next,
          sum(came_in) over upto as came_in, sum(went_out) over upto as went_out,
          sum(entries) over whole >= ${args.max} as unfinished, max(day) over whole as newest,
          coalesce(bool_or(day <= sealed) over whole, false) as late
        from of_day
        window upto as (partition by account_id order by day), whole as (partition by account_id),
          later as (partition by account_id order by day desc rows between unbounded preceding and 1 preceding)
      ), sealed as (
        insert into account_day (company_id, account_id, day, closing_kopecks, in_kopecks, out_kopecks, last_transfer_id,
          by_kind)
        select company_id, account_id, day, last[2], came_in - coalesce(lag(came_in) over of_account, 0),
          went_out - coalesce(lag(went_out) over of_account, 0), last[1], summed.by_kind
        from placed left join summed using (account_id, day)
        where day < ${args.today}::date and (next is null or next > last[1]) and not late
          and (day < newest or not unfinished)
        window of_account as (partition by account_id order by day)
        on conflict (company_id, account_id, day) do update set by_kind = excluded.by_kind
          where account_day.by_kind is null and excluded.by_kind is not null
            and account_day.last_transfer_id = excluded.last_transfer_id
        returning account_id
      )
      select (select max(id) from account) as reach, (select count(*) from sealed) as sealed,
        (select count(distinct account_id) from placed where unfinished and not late) as unfinished`,
  );
}

/**
 * Takes back the seals of the next accounts from the day on which an entry was added after the day had been sealed: the
 * clock went back, or its transaction was very long. Returns the accounts. Readings were right meanwhile, because they
 * include what comes after the newest seal. New entries are found account by account (`offset 0`, `limit 1`), never by
 * reading the past.
 */
async function removeSeals(
  db: Db,
  { after, accounts }: { after: number; accounts: number },
): Promise<number[]> {
  const taken = await rows(
    db,
    sql<{ account_id: number }>`
      with account as materialized (
        select id, company_id from ledger_account where id > ${after} order by id limit ${accounts}
      ), late as (
        select account.company_id, account.id as account_id,
          min((transfer.posted_at at time zone 'Europe/Moscow')::date) as day
        from account
        cross join lateral (
          select day, last_transfer_id from account_day
          where company_id = account.company_id and account_id = account.id order by day desc limit 1
        ) newest
        cross join lateral (
          select transfer_id from ledger_entry
          where account_id = account.id and company_id = account.company_id and transfer_id > newest.last_transfer_id
          offset 0
        ) entry
        cross join lateral (
          select posted_at from ledger_transfer where id = entry.transfer_id and company_id = account.company_id
          limit 1
        ) transfer
        where (transfer.posted_at at time zone 'Europe/Moscow')::date <= newest.day
        group by account.company_id, account.id
      )
      delete from account_day seal using late
      where seal.company_id = late.company_id and seal.account_id = late.account_id and seal.day >= late.day
      returning seal.account_id`,
  );
  return [...new Set(taken.map((item) => item.account_id))];
}

/** A day is sealed this long after its end: what was dated on it has been committed, or its transaction given up. */
const SETTLED_MS = 15 * 60_000;
const ACCOUNTS = 50;
/**
 * Entries of an account that are read at once; more where one day has more. With a long unsealed past every account of
 * a batch reads this many, and a million entries would exceed the time of a statement.
 */
const ENTRIES = 2000;
const MAX_ENTRIES = 1000 * ENTRIES;

/**
 * Seals the finished days of every account that has moved since its last seal (`account_day`). Runs single statements
 * without a lock that others wait for. An interrupted statement leaves complete seals, and the next one goes on after
 * them. A missing seal only costs the reader time.
 */
export async function sealDays(ctx: Context): Promise<{ sealed: number; takenBack: number }> {
  const { system } = ctx.db;
  const today = moscowDay(new Date(ctx.clock.now().getTime() - SETTLED_MS));
  const done = { sealed: 0, takenBack: 0 };
  for (let after = 0; ;) {
    const batch = { after, accounts: ACCOUNTS };
    const late = await removeSeals(system, batch);
    done.takenBack += late.length;
    if (late.length > 0) ctx.log.error({ accounts: late }, 'entries were added to days that were sealed');
    const reach = await sealBatch(ctx, { ...batch, today }, (sealed) => (done.sealed += sealed));
    if (reach === null) break;
    after = reach;
  }
  ctx.log.info(done, 'days were sealed');
  return done;
}

/**
 * Seals the next accounts to the end; returns the last of them. A night with a long past to seal may take longer than the
 * statements of callers.
 */
async function sealBatch(
  ctx: Context,
  batch: { after: number; accounts: number; today: string },
  report: (sealed: number) => void,
): Promise<number | null> {
  for (let max = ENTRIES; ;) {
    const { reach, sealed, unfinished } = await ctx.db.inSystem(async (tx) => {
      await sql`set local statement_timeout = '15min'`.execute(tx);
      return sealAccountDays(tx, { ...batch, max });
    });
    report(sealed);
    if (unfinished === 0 || max > MAX_ENTRIES) return reach;
    if (sealed === 0) max *= 4;
  }
}

/** A balance was no longer what had been read; nothing was written. */
export function wasOvertaken(error: unknown): boolean {
  return (
    error instanceof pg.DatabaseError &&
    error.code === NOT_NULL_VIOLATION &&
    error.column === 'balance_kopecks'
  );
}

const NOT_NULL_VIOLATION = '23502';

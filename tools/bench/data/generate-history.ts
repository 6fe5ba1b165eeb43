import { sql } from 'kysely';
import { PARTNER } from '#contract/ids.ts';
import { kopecks } from '#contract/kopecks.ts';
import { getOnlyRow, rows, type Db } from '../../../api/src/db/database.ts';
import { hashSha256, newToken } from '../../../api/src/lib/secrets.ts';
import {
  openCardAccounts,
  openCompanyAccounts,
  openProgrammeAccounts,
} from '../../../api/src/modules/money/ledger/new-accounts.ts';

export interface HistorySize {
  companies: number;
  cardsEach: number;
  /** Purchases a day, of all companies; the first one has a tenth. */
  daily: number;
  days: number;
  /** Takes a fee of each company on each day. */
  withFees?: boolean;
}

/** Payments and distributions of a company on each day. */
const PAYMENTS = 4;
const PAID_KOPECKS = 100_000_00;
const FEE_KOPECKS = 1_00;
/** Payments of this many days are owed, and a credit term reads them back. */
const OWED_DAYS = 50;
const DAYS_BATCH_SIZE = 25;
/** Kopecks: 10 000 centilitres at 65 rubles. */
const MAX_PURCHASE = 10_000 * 65;

/**
 * Generates companies whose cards buy fuel each day up to yesterday, with the transfers and entries that the feeds would have
 * written; each company also tops up and distributes, and owes the fuel of some weeks. The database writes them in bulk. Two
 * histories of the same size a day differ in their length alone.
 */
export async function generateHistory(
  db: Db,
  size: HistorySize,
): Promise<{ companyId: number; token: string }> {
  const companyIds: number[] = [];
  for (let serial = 1; serial <= size.companies; serial += 1)
    companyIds.push(await openCompany(db, serial, size.cardsEach));
  if (size.withFees) await openProgrammeAccounts(db, companyIds);
  await placeCards(db);
  await fundCard(db, companyIds, size);
  for (let from = size.days; from > 0; from -= DAYS_BATCH_SIZE)
    await writeDays(db, size, { from, to: Math.max(0, from - DAYS_BATCH_SIZE) });
  await writeEntries(db);
  return { companyId: companyIds[0] as number, token: await insertAdmin(db, companyIds[0] as number) };
}

/** Adds the present day, or one so many days after it: its operations are posted, and not checked yet. */
export async function addDay(db: Db, size: HistorySize, ahead = 0): Promise<void> {
  await placeCards(db);
  await writeDays(db, size, { from: -ahead, to: -ahead - 1 });
  await writeEntries(db);
}

/** Finds cards by their place; for this transaction. */
async function placeCards(db: Db): Promise<void> {
  await sql`set local synchronous_commit = off`.execute(db);
  await sql`set local statement_timeout = 0`.execute(db);
  await sql`set local work_mem = '256MB'`.execute(db);
  await sql`
    create temp table bench_card on commit drop as
    select row_number() over (partition by card.company_id order by card.id) - 1 as place, card.id, card.company_id,
      account.id as account_id, network.id as network_id,
      dense_rank() over (order by card.company_id) - 1 as company_place
    from card join ledger_account account on account.card_id = card.id
    join ledger_account network on network.company_id = card.company_id and network.kind = 'network'
      and network.partner_id = card.partner_id
    where card.card_number like '7005%'`.execute(db);
  await sql`create index on bench_card (company_place, place)`.execute(db);
  await sql`analyze bench_card`.execute(db);
}

async function openCompany(db: Db, serial: number, cards: number): Promise<number> {
  const company = await getOnlyRow(
    db,
    sql<{ id: number }>`
      insert into company (inn, title, legal_form, created_at, client_since, terms_version, terms_accepted_at,
        credit_kopecks, credit_days_for_payment)
      select ${`97${String(serial).padStart(8, '0')}`}, ${`ООО «Замер ${serial}»`}, 'ООО', now(), now(), max(version), now(),
        ${4 * OWED_DAYS * PAYMENTS * PAID_KOPECKS}::bigint, 30
      from terms_version returning id`,
  );
  await openCompanyAccounts(db, company.id, kopecks(4 * OWED_DAYS * PAYMENTS * PAID_KOPECKS));
  const made = await rows(
    db,
    sql<{ id: number }>`
      insert into card (company_id, partner_id, card_number, status_id, comment, created_at)
      select ${company.id}, ${PARTNER.gpn}, '7005' || lpad(${serial}::text, 6, '0') || lpad(place::text, 6, '0'), 1, '', now()
      from generate_series(1, ${cards}::int) place returning id`,
  );
  await openCardAccounts(
    db,
    company.id,
    made.map(({ id }) => id),
  );
  return company.id;
}

/** Funds what all cards will ever buy, and what their companies owe from the start. */
async function fundCard(
  db: Db,
  companyIds: readonly number[],
  { days, daily, cardsEach }: HistorySize,
): Promise<void> {
  // The first company has a tenth of all purchases.
  const eachBuys = Math.ceil(((days + 100) * daily) / 10 / cardsEach) * MAX_PURCHASE;
  await sql`
    insert into ledger_transfer (company_id, request_id, kind, from_account_id, to_account_id, amount_kopecks, subject_kind,
      subject_id, posted_at)
    select company_id, 'bench:fund:' || card.id, 'invoice-paid', bank.id, card.account_id, ${2 * eachBuys}::bigint, 'opening', card.id,
      now() - (${days} + 2) * interval '1 day'
    from bench_card card join ledger_account bank using (company_id) where bank.kind = 'bank'
    union all
    select mine.company_id, 'bench:owe:' || mine.company_id, 'distribute', mine.id, partner.id,
      ${OWED_DAYS * PAYMENTS * PAID_KOPECKS}::bigint, 'opening', mine.company_id, now() - (${days} + 1) * interval '1 day'
    from ledger_account mine join ledger_account partner on partner.company_id = mine.company_id
      and partner.kind = 'partner' and partner.partner_id = ${PARTNER.gpn}
    where mine.kind = 'unallocated' and mine.company_id = any(${companyIds}::bigint[])`.execute(db);
}

/** Days are counted back from today; in each the purchases of all companies and their payments and distributions. */
async function writeDays(
  db: Db,
  { companies, cardsEach, daily, withFees = false }: HistorySize,
  { from, to }: { from: number; to: number },
): Promise<void> {
  await sql`
    with sold as (
      insert into operation (company_id, card_id, type_id, status_id, sum_kopecks, partner_id, external_id, goods_id,
        goods_title, centilitres, unit_price_kopecks, address, sold_at, created_at, finished_at)
      select card.company_id, card.id, 11, 1, centilitres * 65, ${PARTNER.gpn}, 'bench-' || gen_random_uuid(), 301, 'ДТ',
        centilitres, 6500, 'Трасса М-' || n % 12, at, at, at
      from (
        select n, 1000 + (n * 7919 + back) % 9000 as centilitres,
          case when n % 10 = 0 then 0 else 1 + (n * 31 + back) % ${companies - 1} end as company_place,
          (n * 7919 + back * 13) % ${cardsEach} as place,
          date_trunc('day', now()) - back * interval '1 day' + n * (interval '1 hour' / ${daily}::int) as at
        from generate_series(${from}::int, ${to + 1}::int, -1) back, generate_series(1, ${daily}::int) n
      ) input
      join bench_card card using (company_place, place)
      order by at
      returning id, company_id, card_id, sum_kopecks, created_at
    )
    insert into ledger_transfer (company_id, request_id, kind, from_account_id, to_account_id, amount_kopecks, subject_kind,
      subject_id, posted_at)
    select * from (
      select sold.company_id, 'sale:bench:' || sold.id, 'purchase', card.account_id, card.network_id, sum_kopecks, 'operation',
        sold.id, created_at
      from sold join bench_card card on card.id = sold.card_id
      union all
      select mine.company_id, 'bench:' || moved.kind || gen_random_uuid(), moved.kind,
        case moved.kind when 'distribute' then mine.id else bank.id end,
        case moved.kind when 'distribute' then partner.id else mine.id end,
        ${PAID_KOPECKS}::bigint, 'opening', 1,
        date_trunc('day', now()) - back * interval '1 day' + n * interval '1 minute'
      from generate_series(${from}::int, ${to + 1}::int, -1) back, generate_series(1, ${PAYMENTS}::int) n,
        unnest(array['distribute', 'invoice-paid']) as moved (kind),
        ledger_account mine
      join ledger_account bank on bank.company_id = mine.company_id and bank.kind = 'bank'
      join ledger_account partner on partner.company_id = mine.company_id and partner.kind = 'partner'
        and partner.partner_id = ${PARTNER.gpn}
      where mine.kind = 'unallocated' and mine.company_id in (select company_id from bench_card)
      union all
      select mine.company_id, 'bench:fee:' || gen_random_uuid(), 'service-fee', mine.id, programme.id, ${FEE_KOPECKS}::bigint,
        'opening', 1, date_trunc('day', now()) - back * interval '1 day' + interval '30 minutes'
      from generate_series(${from}::int, ${to + 1}::int, -1) back, ledger_account mine
      join ledger_account programme on programme.company_id = mine.company_id and programme.kind = 'programme'
      where ${withFees} and mine.kind = 'unallocated' and mine.company_id in (select company_id from bench_card)
    ) posted (company_id, request_id, kind, from_id, to_id, amount, subject_kind, subject_id, at)
    order by at`.execute(db);
}

/** The entries of the transfers that have none yet, each account's in a chain from its balance on. */
async function writeEntries(db: Db): Promise<void> {
  await sql`
    with reach as (select coalesce(max(transfer_id), 0) as id from ledger_entry), written as (
      insert into ledger_entry (account_id, transfer_id, company_id, amount_kopecks, balance_before_kopecks,
        balance_after_kopecks)
      select account_id, leg.id, leg.company_id, amount, account.balance_kopecks + moved - amount,
        account.balance_kopecks + moved
      from (
        select *, sum(amount) over (partition by account_id order by id)::bigint as moved
        from (
          select from_account_id as account_id, transfer.id, company_id, -amount_kopecks as amount
          from ledger_transfer transfer, reach where transfer.id > reach.id
          union all
          select to_account_id, transfer.id, company_id, amount_kopecks
          from ledger_transfer transfer, reach where transfer.id > reach.id
        ) both_legs
      ) leg join ledger_account account on account.id = leg.account_id
      returning account_id, amount_kopecks
    )
    update ledger_account set balance_kopecks = balance_kopecks + moved.kopecks
    from (select account_id, sum(amount_kopecks)::bigint as kopecks from written group by account_id) moved
    where ledger_account.id = moved.account_id`.execute(db);
}

/** People who sign in, and one who is signed in already. */
async function insertAdmin(db: Db, companyId: number): Promise<string> {
  const token = newToken();
  await sql`
    with person as (
      insert into app_user (phone, firstname, company_id, role, created_at)
      select '7997' || lpad(n::text, 7, '0'), 'Замер', ${companyId}, 'admin', now()
      from generate_series(1, 100) n returning id
    )
    insert into session (user_id, access_hash, refresh_hash, enter_hash, created_at, expires_at, ends_at)
    select min(id), ${hashSha256(token)}::bytea, ${hashSha256(newToken())}::bytea, ${hashSha256(newToken())}::bytea, now(),
      now() + interval '1 day', now() + interval '1 day' from person`.execute(db);
  return token;
}

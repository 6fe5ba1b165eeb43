import { sql } from 'kysely';
import { OPERATION_TYPE, PARTNER } from '#contract/ids.ts';
import { kopecks } from '#contract/kopecks.ts';
import { rows, type Db } from '../../../api/src/db/database.ts';
import { openCardAccounts, openCompanyAccounts } from '../../../api/src/modules/money/ledger/new-accounts.ts';

export interface MonthSize {
  companies: number;
  operationsEach: number;
  cardsEach: number;
}

/** One in this many purchases is refunded. */
const REFUND_EVERY = 50;
/** Companies written by one statement. */
const BATCH_SIZE = 10;

/**
 * Writes companies with cards and a month of purchases, each with the transfer and the two entries that the feed
 * would have written. Rows are written in bulk: booking a million of them page by page is another measurement.
 */
export async function prepareMonth(db: Db, month: string, size: MonthSize): Promise<void> {
  const each = Math.ceil(size.operationsEach / size.cardsEach);
  for (let serial = 0; serial < size.companies; serial += BATCH_SIZE) {
    const many = Math.min(BATCH_SIZE, size.companies - serial);
    const ids: number[] = [];
    for (let index = 1; index <= many; index += 1)
      ids.push(await openCompany(db, serial + index, size.cardsEach));
    await writeSales(db, ids, month, each);
  }
}

async function openCompany(db: Db, serial: number, cards: number): Promise<number> {
  const inn = `97${String(serial).padStart(8, '0')}`;
  const [company] = await rows(
    db,
    sql<{ id: number }>`
      insert into company (inn, kpp, title, legal_form, city, street, house, created_at, client_since)
      values (${inn}, '504701001', ${`ООО «Перевозчик № ${serial}»`}, 'ООО', 'Химки', 'Ленинградская', '15',
        '2026-01-01', '2026-01-01')
      returning id`,
  );
  const companyId = company?.id as number;
  await openCompanyAccounts(db, companyId, kopecks(0));
  const made = await rows(
    db,
    sql<{ id: number }>`
      insert into card (company_id, partner_id, card_number, status_id, goods_ids, created_at)
      select ${companyId}, ${PARTNER.gpn}, '7005' || lpad(${serial}::text, 8, '0') || lpad(place::text, 4, '0'), 1, '{1}',
        '2026-01-01'
      from generate_series(1, ${cards}::int) place returning id`,
  );
  await openCardAccounts(
    db,
    companyId,
    made.map(({ id }) => id),
  );
  return companyId;
}

async function writeSales(db: Db, companyIds: readonly number[], month: string, each: number): Promise<void> {
  await sql`
    with sold as (
      insert into operation (company_id, card_id, type_id, status_id, sum_kopecks, partner_id, external_id, goods_id,
        goods_title, centilitres, unit_price_kopecks, address, sold_at, created_at, finished_at)
      select company_id, card_id, type_id, 1, centilitres * 6543 / 100, ${PARTNER.gpn}, card_id || '-' || place, 1,
        (array['ДТ', 'АИ-92', 'АИ-95', 'AdBlue'])[1 + place % 4], centilitres, 6543,
        'АЗС № ' || 1 + place % 300 || ', М-4 «Дон», ' || place % 900 || '-й км', sold_at, sold_at, sold_at
      from (
        select card.company_id, card.id as card_id, place, 5000 + (card.id * 37 + place * 613) % 45000 as centilitres,
          case when place % ${REFUND_EVERY} = 0 then ${OPERATION_TYPE.refund}::int else ${OPERATION_TYPE.purchase}::int end as type_id,
          ${`${month}-01T06:00:00Z`}::timestamptz + place % 28 * interval '1 day' + place * interval '1 minute' as sold_at
        from card, generate_series(1, ${each}::int) place where company_id = any(${companyIds}::bigint[])
      ) input
      returning id, company_id, type_id, sum_kopecks, sold_at
    ), posted as (
      insert into ledger_transfer (company_id, request_id, kind, from_account_id, to_account_id, amount_kopecks,
        subject_kind, subject_id, posted_at)
      select sold.company_id, 'bench:' || sold.id,
        case when is_refund then 'refund' else 'purchase' end, case when is_refund then network.id else debt.id end,
        case when is_refund then debt.id else network.id end, sum_kopecks, 'operation', sold.id, sold_at
      from (select *, type_id = ${OPERATION_TYPE.refund} as is_refund from sold) sold
      join ledger_account debt on debt.company_id = sold.company_id and debt.kind = 'debt' and debt.partner_id = ${PARTNER.gpn}
      join ledger_account network
        on network.company_id = sold.company_id and network.kind = 'network' and network.partner_id = ${PARTNER.gpn}
      returning id, company_id, from_account_id, to_account_id, amount_kopecks
    ), entries as (
      insert into ledger_entry
        (account_id, transfer_id, company_id, amount_kopecks, balance_before_kopecks, balance_after_kopecks)
      select account_id, id, company_id, amount, balance - amount, balance
      from (
        select *, sum(amount) over (partition by account_id order by id) as balance
        from (
          select from_account_id as account_id, id, company_id, -amount_kopecks as amount from posted
          union all select to_account_id, id, company_id, amount_kopecks from posted
        ) legs
      ) kept
      returning account_id, amount_kopecks
    )
    update ledger_account set balance_kopecks = moved.kopecks
    from (select account_id, sum(amount_kopecks)::bigint as kopecks from entries group by account_id) moved
    where ledger_account.id = moved.account_id`.execute(db);
}

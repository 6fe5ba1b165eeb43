import type pg from 'pg';
import { PARTNER_IDS } from '#contract/ids.ts';
import { hashSha256, newToken } from '../../../api/src/lib/secrets.ts';

const CARDS = 10_000;
const OPERATIONS = 500_000;
const INVOICES = 2000;

/** Fills a company with a year of operations and signs a user in. */
export async function fillCompany(client: pg.Client) {
  await client.query('set role magistral_system');
  const company = await queryOne<{ id: number }>(
    client,
    `insert into company (inn, title, legal_form, created_at, client_since, terms_version, terms_accepted_at)
     select '9700000001', 'ООО «Замер»', 'ООО', now(), now(), max(version), now() from terms_version returning id::int`,
  );
  await client.query('reset role');
  await fillTables(client, company.id);
  const token = newToken();
  await client.query('set role magistral_system');
  await client.query(
    `with person as (
       insert into app_user (phone, firstname, company_id, role, created_at)
       values ('79970000001', 'Замер', $1, 'admin', now()) returning id
     )
     insert into session (user_id, access_hash, refresh_hash, enter_hash, created_at, expires_at, ends_at)
     select id, $2, $3, $3, now(), now() + interval '1 day', now() + interval '1 day' from person`,
    [company.id, hashSha256(token), hashSha256(newToken())],
  );
  await client.query('reset role');
  const sample = await queryOne<{ day: string; sum: string; number: string }>(
    client,
    `select to_char(operation.created_at at time zone 'Europe/Moscow', 'YYYY-MM-DD') as day, right(card_number, 4) as number,
       replace(round(sum_kopecks / 100.0, 2)::text, '.', ',') as sum
     from operation join card on card.id = card_id
     where operation.company_id = ${company.id} and type_id = 11 order by operation.id offset 200000 limit 1`,
  );
  return { companyId: company.id, token, ...sample };
}

/**
 * A year of a company's operations on 10 000 cards, with invoices and documents, straight into the tables; the triggers count the
 * days. Of a hundred operations eight are top-ups of 10 000 rubles.
 */
export async function fillTables(client: pg.Client, companyId: number): Promise<void> {
  await client.query('set role magistral_system');
  await client.query(
    `insert into card (company_id, partner_id, card_number, status_id, comment, created_at)
     select $1, ($2::int[])[1 + place % 4], '7999' || lpad(place::text, 12, '0'), 1, 'Тягач ' || place, now()
     from generate_series(1, $3::int) place`,
    [companyId, PARTNER_IDS, CARDS],
  );
  await client.query(
    `insert into operation (company_id, card_id, partner_id, type_id, status_id, sum_kopecks, external_id, goods_title,
       centilitres, unit_price_kopecks, address, sold_at, created_at, finished_at)
     select card.company_id, card.id, card.partner_id, case when fuel then 11 else 1 end, 1,
       case when fuel then 100000 + number::bigint * 7919 % 9000001 else 1000000 end, case when fuel then 'search-' || number end,
       case when fuel then 'ДТ' end, case when fuel then 10000 end, case when fuel then 6500 end,
       case when fuel then 'Трасса М-' || number % 12 end, case when fuel then at end, at, at
     from generate_series(1, $2::int) number cross join lateral (
       select number % 100 >= 8 as fuel, now() - number * (interval '1 year' / $2::int) as at
     ) made join (select *, row_number() over (order by id) as place from card where company_id = $1) card
       on card.place = 1 + number::bigint * 7919 % $3::int`,
    [companyId, OPERATIONS, CARDS],
  );
  await client.query(
    `insert into invoice (company_id, sum_kopecks, issued_on, due_on, created_at)
     select $1, 100000 + number, now()::date, now()::date, now() from generate_series(1, $2::int) number`,
    [companyId, INVOICES],
  );
  await client.query(
    `with file as (
       insert into stored_file (company_id, sha256, name, mime, size_bytes, created_at)
       values ($1, 'x', 'x.pdf', 'application/pdf', 1, now()) returning id)
     insert into month_document (company_id, partner_id, month, title, file_id, published_at)
     select $1, partner, to_char(now() - month * interval '1 month', 'YYYY-MM'), 'УПД № ' || month, file.id, now()
     from generate_series(1, 36) month, generate_series(1, 4) partner, generate_series(1, 4), file`,
    [companyId],
  );
  await client.query('reset role');
  for (const table of [
    'operation',
    'card',
    'invoice',
    'month_document',
    'operation_day',
    'operation_day_change',
  ])
    await client.query(`vacuum (analyze) ${table}`);
}

async function queryOne<Row extends object>(client: pg.Client, text: string): Promise<Row> {
  const { rows } = await client.query<Row>(text);
  const [row] = rows;
  if (!row) throw new Error(`nothing came of: ${text}`);
  return row;
}

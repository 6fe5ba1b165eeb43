import { sql } from 'kysely';
import pg from 'pg';
import { PARTNER_IDS } from '#contract/ids.ts';
import { openDatabase } from '../../../api/src/db/database.ts';
import { hashSha256, newToken } from '../../../api/src/lib/secrets.ts';
import { addChangesToDays } from '../../../api/src/modules/fuel/history/spending.ts';

export interface Generated {
  /** The company that has a tenth of everything, and a session of its admin. */
  companyId: number;
  token: string;
  operations: number;
}

const ROWS_BATCH_SIZE = 250_000;
const YEARS = 3;
const COMPANIES = 901;

/**
 * A programme after three years: cards and operations by the million, written in bulk, bypassing the ledger but
 * through the same triggers that count the days. One company has a tenth of the cards and of the operations, 900 others
 * share the rest. Nothing is random: the same numbers make the same rows.
 */
export async function generateOperations(
  databaseUrl: string,
  wanted: { cards: number; operations: number },
): Promise<Generated> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  await client.query(`set role magistral_system`);
  const companies = await insertCompanies(client);
  await insertCards(client, companies, wanted.cards);
  const generated = { companyId: companies[0] as number, operations: wanted.operations };
  const token = await insertAdmin(client, generated.companyId);
  await client.query('reset role');
  // Foreign keys would cost four lookups for each of millions of rows, only to find what was just written here.
  await client.query(`alter table operation drop constraint operation_company_id_fkey,
    drop constraint operation_card_id_fkey, drop constraint operation_author_id_fkey, drop constraint operation_partner_id_fkey`);
  await client.query(`set role magistral_system; set synchronous_commit = off; set work_mem = '256MB'`);
  for (let from = 0; from < wanted.operations; from += ROWS_BATCH_SIZE) {
    await insertOperations(client, {
      from,
      to: Math.min(from + ROWS_BATCH_SIZE, wanted.operations),
      ...wanted,
    });
  }
  await client.query('reset role');
  await client.query('drop table bench_card');
  await client.end();
  await settle(databaseUrl);
  return { ...generated, token };
}

/** Does what the job and autovacuum would have done long ago in production. */
async function settle(databaseUrl: string): Promise<void> {
  const database = openDatabase(databaseUrl);
  await database.inSystem(async (tx) => {
    await sql`set local statement_timeout = '10min'`.execute(tx);
    await addChangesToDays(tx);
  });
  await database.close();
  const client = new pg.Client(databaseUrl);
  await client.connect();
  for (const table of ['operation', 'card', 'operation_day', 'operation_day_change']) {
    await client.query(`vacuum (analyze) ${table}`);
  }
  await client.end();
}

async function insertCompanies(client: pg.Client): Promise<number[]> {
  const { rows } = await client.query<{ id: number }>(
    `insert into company (inn, title, legal_form, created_at, client_since, terms_version, terms_accepted_at)
     select '97' || lpad(number::text, 8, '0'), 'ООО «Замер ' || number || '»', 'ООО', now(), now(),
       (select max(version) from terms_version), now()
     from generate_series(1, $1::int) number returning id::int`,
    [COMPANIES],
  );
  return rows.map((row) => row.id);
}

/** Inserts cards. The first tenth belongs to the first company. A second table finds cards by their place. */
async function insertCards(client: pg.Client, companies: readonly number[], cards: number): Promise<void> {
  await client.query('reset role');
  await client.query(
    `create unlogged table bench_card (place int primary key, id bigint, company_id bigint, partner_id int)`,
  );
  await client.query(`grant all on bench_card to magistral_system; set role magistral_system`);
  await client.query(
    `with new as (
       insert into card (company_id, partner_id, card_number, status_id, comment, created_at)
       select ($1::bigint[])[case when place < $2 / 10 then 1 else 2 + place % ${COMPANIES - 1} end],
         ($3::int[])[1 + place % 4], '7999' || lpad(place::text, 12, '0'), 1, '', now()
       from generate_series(0, $2 - 1) place returning id, company_id, partner_id, card_number
     )
     insert into bench_card select right(card_number, 12)::int, id, company_id, partner_id from new`,
    [companies, cards, PARTNER_IDS],
  );
}

async function insertAdmin(client: pg.Client, companyId: number): Promise<string> {
  const token = newToken();
  await client.query(
    `with person as (
       insert into app_user (phone, firstname, company_id, role, created_at)
       values ('79970000001', 'Замер', $1, 'admin', now()) returning id
     )
     insert into session (user_id, access_hash, refresh_hash, enter_hash, created_at, expires_at, ends_at)
     select id, $2, $3, $3, now(), now() + interval '1 day', now() + interval '1 day' from person`,
    [companyId, hashSha256(token), hashSha256(newToken())],
  );
  return token;
}

/**
 * Newest last, as in reality: of a hundred operations 88 are purchases, 8 top-ups, two blocks, one a payout and one a
 * refund, and one in a thousand has failed. Operations go to all cards in turn, so that all have equally many.
 */
async function insertOperations(
  client: pg.Client,
  about: { from: number; to: number; cards: number; operations: number },
): Promise<void> {
  const { from, to, cards, operations } = about;
  await client.query(
    `insert into operation (company_id, card_id, partner_id, type_id, status_id, sum_kopecks, external_id, goods_id,
       goods_title, centilitres, unit_price_kopecks, address, sold_at, created_at, finished_at)
     select company_id, id, partner_id, type_id, case when kind % 1000 = 7 then 3 else 1 end,
       case when fuel then centilitres * price / 100 when type_id in (1, 2) then 1000000 else 0 end,
       case when fuel then 'bench-' || number end, case when fuel then 301 end,
       case when fuel then (array['ДТ', 'ДТ Евро', 'АИ-92', 'АИ-95'])[1 + number % 4] end,
       case when fuel then centilitres end, case when fuel then price end,
       case when fuel then 'Трасса М-' || number % 12 || ', ' || number % 1500 || '-й км' end,
       case when fuel then at end, at, at
     from (
       select number, kind, kind % 100 < 89 as fuel, 2000 + number % 30011 as centilitres, 5500 + number % 1501 as price,
         case when kind % 100 < 88 then 11 when kind % 100 < 89 then 10 when kind % 100 < 97 then 1
           when kind % 100 < 98 then 2 when kind % 100 < 99 then 3 else 4 end as type_id,
         now() - interval '${YEARS} years' + number * (interval '${YEARS} years' / $4::float8) as at,
         (number * 7919 % $3)::int as place
       from generate_series($1::bigint, $2::bigint - 1) number, lateral (select number + number / $3::int as kind) counted
     ) made
     join bench_card using (place)
     order by number`,
    [from, to, cards, operations],
  );
}

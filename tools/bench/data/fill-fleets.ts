import type pg from 'pg';
import { GOODS_TREE } from '#contract/ids.ts';

const COMPANIES = 100;
const CARDS_EACH = 100;
const BATCH_SIZE = 100_000;

/** Rules of each company's profile: counting rules, rules by the clock and rules by the purchase. */
const RULES = [
  { kind: 'litres_day', value: 350 },
  { kind: 'litres_month', value: 9000 },
  { kind: 'sum_week', value: 150_000 },
  { kind: 'fillings_day', value: 2 },
  { kind: 'litres_filling', value: 'tank' },
  { kind: 'hours', value: { days: [1, 2, 3, 4, 5, 6], from: '06:00', to: '22:00' } },
  { kind: 'goods', value: [301, 302, 303] },
];

/** Fleets with rules, a truck for each card and a year of sales, straight into the tables; the line of new sales is empty. */
export async function fillFleets(client: pg.Client, operations: number): Promise<void> {
  await client.query('set role magistral_system');
  await client.query(
    `insert into company (inn, title, legal_form, created_at, client_since)
     select '98' || lpad(n::text, 8, '0'), 'ООО «Парк ' || n || '»', 'ООО', now(), now() from generate_series(1, ${COMPANIES}) n`,
  );
  await client.query(
    `insert into app_user (phone, firstname, company_id, role, created_at)
     select '7998' || lpad(id::text, 7, '0'), 'Замер', id, 'admin', now() from company where inn like '98%'`,
  );
  await client.query(
    `insert into card (company_id, partner_id, card_number, status_id, created_at)
     select id, 2, '7998' || lpad((id * 1000 + n)::text, 12, '0'), 1, now()
     from company, generate_series(1, ${CARDS_EACH}) n where inn like '98%'`,
  );
  await client.query(
    `with truck as (
       insert into vehicle (company_id, plate, brand, fuel, tank_centilitres, created_at)
       select company_id, 'Б' || id, '', $1, 60000, now() from card returning id, company_id, plate)
     insert into card_on_vehicle (company_id, card_id, vehicle_id, since)
     select truck.company_id, substr(plate, 2)::bigint, truck.id, '2000-01-01' from truck`,
    [GOODS_TREE.diesel],
  );
  await client.query(
    `insert into rule_layer (company_id, layer, subject_id, rules, changed_at, changed_by)
     select company_id, 'profile', 0, (select jsonb_agg(rule || '{"since": "2000-01-01T00:00:00.000Z"}') from jsonb_array_elements($1::jsonb) rule),
       now(), id from app_user where phone like '7998%'`,
    [JSON.stringify(RULES)],
  );
  await client.query(
    `insert into rule_card (card_id, company_id, due_at, asked_by)
     select card.id, card.company_id, now() + interval '1 year', app_user.id from card join app_user using (company_id)`,
  );
  // Turns off triggers and foreign key checks. They would take most of the time, and nothing here reads what they
  // write.
  await client.query('reset role');
  await client.query('set session_replication_role = replica');
  for (let from = 0; from < operations; from += BATCH_SIZE)
    await client.query(
      `insert into operation (company_id, card_id, partner_id, type_id, status_id, sum_kopecks, external_id, goods_id, goods_title,
         centilitres, unit_price_kopecks, address, sold_at, created_at, finished_at)
       select card.company_id, card.id, 2, 11, 1, litres * 7000, 'rules-' || number, 301 + number % 4, 'ДТ', litres * 100, 7000,
         'Трасса М-' || number % 12, at, at, at
       from generate_series($1::int, $2::int) number cross join lateral (
         select 50 + number::bigint * 7919 % 400 as litres, now() - ($3::int - number) * (interval '1 year' / $3::int) as at
       ) made join (select *, row_number() over (order by id) as place from card) card
         on card.place = 1 + number::bigint * 7919 % ${COMPANIES * CARDS_EACH}`,
      [from + 1, Math.min(from + BATCH_SIZE, operations), operations],
    );
  await client.query('reset session_replication_role');
  for (const table of ['operation', 'card', 'rule_card', 'rule_sale', 'vehicle', 'card_on_vehicle'])
    await client.query(`vacuum (analyze) ${table}`);
}

import { sql, type RawBuilder } from 'kysely';
import { kopecks } from '#contract/kopecks.ts';
import { onlyRow, rows, type Db } from '../../../db/database.ts';
import { contains } from '../../../db/text-search.ts';
import type { ClientFilter, ClientSort, ClientTotals, ListedClient } from './client-list.ts';

/** One row of each client: what it is, and where its money stands. */
const CLIENTS = sql`company left join client_standing standing on standing.company_id = company.id`;

const UNALLOCATED = sql`coalesce(standing.unallocated_kopecks, 0)`;
const DEBT = sql`(greatest(0, -${UNALLOCATED}) + coalesce(standing.fuel_debt_kopecks, 0))`;

/** As `readCredit` says it: the last day to pay is over. */
function isLate(today: string): RawBuilder<unknown> {
  return sql`coalesce(company.credit_days_for_payment > 0
    and (standing.indebted_since at time zone 'Europe/Moscow')::date + company.credit_days_for_payment < ${today}::date, false)`;
}

const STATE = sql`case when company.blocked_at is not null then 'blocked' when company.terms_accepted_at is null then 'joining'
  else 'active' end`;

const ORDER: Record<ClientSort['key'], RawBuilder<unknown>> = {
  title: sql`company.title`,
  since: sql`company.client_since`,
  unallocated: UNALLOCATED,
  own: sql`coalesce(standing.own_kopecks, 0)`,
  credit: sql`company.credit_kopecks`,
  debt: DEBT,
  moved: sql`coalesce(standing.moved_at, '-infinity')`,
};

/** How many clients are found, and their sums. */
export async function sumClients(db: Db, filter: ClientFilter): Promise<ClientTotals> {
  const sums = await onlyRow(
    db,
    sql<{ count: number; unallocated: number; credit: number; debt: number }>`
      select count(*) as count, coalesce(sum(${UNALLOCATED}), 0)::bigint as unallocated,
        coalesce(sum(company.credit_kopecks), 0)::bigint as credit, coalesce(sum(${DEBT}), 0)::bigint as debt
      from ${CLIENTS} where ${conditions(filter)}`,
  );
  return {
    count: sums.count,
    unallocated: kopecks(sums.unallocated),
    credit: kopecks(sums.credit),
    debt: kopecks(sums.debt),
  };
}

interface ClientRow {
  id: number;
  inn: string;
  title: string;
  state: ListedClient['state'];
  client_since: Date;
  unallocated: number;
  own: number;
  credit_kopecks: number;
  debt: number;
  is_late: boolean;
  moved_at: Date | null;
  cards: number;
}

/** A page of the clients that are found; cards are counted for its rows alone. */
export async function listClients(
  db: Db,
  filter: ClientFilter,
  about: { sort: ClientSort; limit: number; offset: number },
): Promise<ListedClient[]> {
  const direction = about.sort.descending ? sql`desc` : sql`asc`;
  const found = await rows(
    db,
    sql<ClientRow>`
      select listed.*, (select count(*) from card where card.company_id = listed.id) as cards
      from (
        select company.id, company.inn, company.title, ${STATE} as state, company.client_since, ${UNALLOCATED} as unallocated,
          coalesce(standing.own_kopecks, 0) as own, company.credit_kopecks, ${DEBT} as debt,
          ${isLate(filter.today)} as is_late, standing.moved_at,
          row_number() over (order by ${ORDER[about.sort.key]} ${direction}, company.id) as place
        from ${CLIENTS} where ${conditions(filter)}
        order by ${ORDER[about.sort.key]} ${direction}, company.id limit ${about.limit} offset ${about.offset}
      ) listed order by place`,
  );
  return found.map((row) => ({
    id: row.id,
    inn: row.inn,
    title: row.title,
    state: row.state,
    since: row.client_since,
    unallocated: kopecks(row.unallocated),
    own: kopecks(row.own),
    credit: kopecks(row.credit_kopecks),
    debt: kopecks(row.debt),
    isLate: row.is_late,
    movedAt: row.moved_at,
    cards: row.cards,
  }));
}

function conditions(filter: ClientFilter): RawBuilder<unknown> {
  const all = [sql`company.client_since is not null`];
  const { q, ids, state, idleSince, unallocatedFrom, today } = filter;
  if (ids) all.push(sql`company.id = any(${ids}::bigint[])`);
  if (q) all.push(named(q));
  if (state === 'late') all.push(isLate(today));
  else if (state) all.push(sql`${STATE} = ${state}`);
  if (idleSince) all.push(sql`coalesce(standing.moved_at, company.client_since) < ${idleSince}`);
  if (unallocatedFrom !== undefined) all.push(sql`${UNALLOCATED} >= ${unallocatedFrom}`);
  return sql.join(all, sql` and `);
}

/** So many digits of a phone tell people apart. */
const PHONE_LEAST = 4;

/** Words of the title; digits are the beginning of an INN, or of a colleague's phone in whatever way it is written. */
function named(q: string): RawBuilder<unknown> {
  const digits = q.replace(/[\s()+-]/g, '');
  if (!/^\d+$/.test(digits)) return contains(sql`company.title`, q);
  const phone = digits.replace(/^8(?=\d{10}$)|^(?=9\d{9}$)/, '7');
  return sql`(starts_with(company.inn, ${digits}) or ${contains(sql`company.title`, q)}
    ${
      phone.length < PHONE_LEAST
        ? sql``
        : sql`or company.id in (
      select company_id from app_user where company_id is not null and (starts_with(phone, ${phone}) or starts_with(phone, ${`7${digits}`})))`
    })`;
}

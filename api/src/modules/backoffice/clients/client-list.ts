import { sql, type RawBuilder } from 'kysely';
import type { ClientState, CLIENT_FILTERS } from '#contract/companies/clients.ts';
import type { Sort } from '#contract/fields.ts';
import { type Kopecks, kopecks } from '#contract/kopecks.ts';
import { getOnlyRow, rows, type Db } from '../../../db/database.ts';
import type { Context } from '../../../context.ts';
import { countUp, lockProgress, moveProgress } from './standing-store.ts';

/** A client as the list of the programme's staff has it. */
export interface ListedClient {
  id: number;
  inn: string;
  title: string;
  state: ClientState;
  since: Date;
  unallocated: Kopecks;
  own: Kopecks;
  credit: Kopecks;
  /** Credit in use and fuel that is not paid. */
  debt: Kopecks;
  isLate: boolean;
  movedAt: Date | null;
  cards: number;
}

export interface ClientFilter {
  q?: string;
  /** Only clients with these ids. */
  ids?: readonly number[];
  state?: (typeof CLIENT_FILTERS)[number];
  /** Only clients without a money movement since this moment. */
  idleSince?: Date;
  unallocatedFrom?: Kopecks;
  /** Moscow day, `YYYY-MM-DD`, that decides who is late. */
  today: string;
}

export type ClientSort = Sort<'title' | 'since' | 'unallocated' | 'own' | 'credit' | 'debt' | 'moved'>;

export interface ClientTotals {
  count: number;
  unallocated: Kopecks;
  credit: Kopecks;
  debt: Kopecks;
}

/** One row for each client: the company and the state of its money. */
const CLIENTS = sql`company left join client_standing standing on standing.company_id = company.id`;

const UNALLOCATED = sql`coalesce(standing.unallocated_kopecks, 0)`;
const DEBT = sql`(greatest(0, -${UNALLOCATED}) + coalesce(standing.fuel_debt_kopecks, 0))`;

/** Checks, as `readCredit` does, that the last day to pay is over. */
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

/** Returns how many clients are found, and their sums. */
export async function sumClients(db: Db, filter: ClientFilter): Promise<ClientTotals> {
  const sums = await getOnlyRow(
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

/** Lists a page of the found clients; cards are counted for its rows alone. */
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
          ${ORDER[about.sort.key]} as sort_key
        from ${CLIENTS} where ${conditions(filter)}
        order by ${ORDER[about.sort.key]} ${direction}, company.id limit ${about.limit} offset ${about.offset}
      ) listed order by sort_key ${direction}, id`,
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

/** Number of digits of a phone that is enough to distinguish people. */
export const MIN_PHONE_DIGITS = 4;

/**
 * Matches beginnings of words of the title; digits also match the beginning of an INN, or a colleague's phone however it
 * is written. Each has an index of its own.
 */
function named(q: string): RawBuilder<unknown> {
  const digits = q.replace(/[\s()+-]/g, '');
  const ways = [byTitle(q)];
  if (/^\d+$/.test(digits)) {
    ways.push(sql`select id from company where inn like ${`${digits}%`}`);
    if (digits.length >= MIN_PHONE_DIGITS) ways.push(...toPhonePrefixes(digits).map(byPhone));
  }
  return sql`company.id in (${sql.join(ways, sql` union all `)})`;
}

/** Returns a text query for words that begin like those of `q`, with ё as е, or null where it has none. */
export function toWordBeginnings(q: string): string | null {
  const words =
    q
      .replaceAll('ё', 'е')
      .replaceAll('Ё', 'Е')
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.length > 0 ? words.map((word) => `${word}:*`).join(' & ') : null;
}

function byTitle(q: string): RawBuilder<unknown> {
  const requested = toWordBeginnings(q);
  if (requested === null) return sql`select null::bigint`;
  return sql`select id from company
    where to_tsvector('simple', translate(title, 'ёЁ', 'еЕ')) @@ to_tsquery('simple', ${requested})`;
}

/** Phones are stored as `79…`. People type them from the 8 or from the 9. */
export function toPhonePrefixes(digits: string): string[] {
  return digits.startsWith('8') ? [`7${digits.slice(1)}`, `7${digits}`] : [digits, `7${digits}`];
}

function byPhone(phone: string): RawBuilder<unknown> {
  return sql`select company_id from company_person where phone like ${`${phone}%`}`;
}

/** A part that is counted within a moment. */
const BATCH_SIZE = 50_000;
/** Longer than any posting takes. */
const SETTLED_MS = 60_000;

/**
 * Counts up where the money of each client stands, from the movements since the last time; one process at a time. True
 * where more are left than one part.
 */
export function countUpClients(ctx: Context): Promise<boolean> {
  return ctx.db.inSystem(async (tx) => {
    const reach = await lockProgress(tx);
    if (reach === null) return false;
    const settled = new Date(ctx.clock.now().getTime() - SETTLED_MS);
    const counted = await countUp(tx, { reach, max: BATCH_SIZE, settled });
    await moveProgress(tx, counted.reach);
    return counted.reach > reach && counted.last > reach + BATCH_SIZE;
  });
}

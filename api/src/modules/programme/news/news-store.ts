import { sql } from 'kysely';
import { firstRow, onlyRow, rows, type Db } from '../../../db/database.ts';
import type { NewsItem } from './news.ts';

export interface NewsRecord extends NewsItem {
  id: number;
  isHidden: boolean;
}

export type SaidNews = NewsItem & { isHidden: boolean; userId: number | null; now: Date };

const COLUMNS = sql`id, day::text as date, title, html, hidden_at is not null as "isHidden"`;

/** Newest first; of one day in the order of their publication, those of the file in its own. */
export function listNewsRecords(db: Db, { hiddenToo }: { hiddenToo: boolean }): Promise<NewsRecord[]> {
  return rows(
    db,
    sql<NewsRecord>`
      select ${COLUMNS} from news_item where ${hiddenToo} or hidden_at is null order by day desc, id`,
  );
}

/** Holds the news until the transaction ends; true while nothing was ever there. */
export async function lockNews(tx: Db): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtext('news_item'))`.execute(tx);
  const row = await onlyRow(tx, sql<{ empty: boolean }>`select not exists (select from news_item) as empty`);
  return row.empty;
}

export function insertNews(tx: Db, said: SaidNews): Promise<NewsRecord> {
  return onlyRow(
    tx,
    sql<NewsRecord>`
      insert into news_item (day, title, html, hidden_at, changed_by, changed_at)
      values (${said.date}, ${said.title}, ${said.html}, ${said.isHidden ? said.now : null}, ${said.userId}, ${said.now})
      returning ${COLUMNS}`,
  );
}

export function lockNewsItem(tx: Db, id: number): Promise<NewsRecord | null> {
  return firstRow(tx, sql<NewsRecord>`select ${COLUMNS} from news_item where id = ${id} for update`);
}

export function updateNews(tx: Db, id: number, said: SaidNews): Promise<NewsRecord> {
  return onlyRow(
    tx,
    sql<NewsRecord>`
      update news_item set day = ${said.date}, title = ${said.title}, html = ${said.html},
        hidden_at = case when ${said.isHidden} then coalesce(hidden_at, ${said.now}) end, changed_by = ${said.userId},
        changed_at = ${said.now}
      where id = ${id} returning ${COLUMNS}`,
  );
}

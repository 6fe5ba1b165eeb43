import { sql } from 'kysely';
import sanitizeHtml from 'sanitize-html';
import { describeCode, whereToSign } from '#contract/identity/what-a-code-confirms.ts';
import { firstRow, getOnlyRow, rows, type Db } from '../../../db/database.ts';
import type { Context } from '../../../context.ts';

interface NewsItem {
  /** `YYYY-MM-DD` */
  date: string;
  title: string;
  /** Headings begin at h2. */
  html: string;
}

/** Two items, hard-coded (spec section 9); an operator puts his own into a file. */
const NEWS: readonly NewsItem[] = [
  {
    date: '2026-11-16',
    title: 'Деньги между картами — за минуту',
    html: `
      <p>Все деньги компании лежат на одном счёте. Теперь перевести их на карту любой сети можно прямо с телефона:
      откройте карту, введите сумму и подтвердите перевод кодом из СМС.</p>
      <h2>Как это работает</h2>
      <ul>
        <li>На счёте видно, сколько останется после перевода.</li>
        <li>Если сеть отвечает не сразу, деньги ждут и никуда не пропадают: у операции стоит «В обработке».</li>
        <li>Лишнее можно вернуть с карты на счёт тем же способом.</li>
      </ul>
      <p>Лимиты на сутки и на месяц по-прежнему действуют: перевод их не меняет.</p>`,
  },
  {
    date: '2026-10-05',
    title: 'Документы за месяц подтверждаются кодом из СМС',
    html: `
      <p>Закрывающие документы каждого месяца появляются в разделе «Документы» кабинета. Проверьте суммы и подтвердите
      все документы сети за месяц одним кодом из СМС.</p>
      <p>${describeCode(['register', 'upd'])} ${whereToSign(false)}</p>
      <h2>Если что-то не сходится</h2>
      <p>Отправьте возражение там же: опишите, что не так, и укажите операции. Ответ появится рядом с документом. До
      ответа документ остаётся неподтверждённым.</p>
      <p>Компании с электронным документооборотом получают те же документы через своего оператора.</p>`,
  },
];

export interface NewsRecord extends NewsItem {
  id: number;
  isHidden: boolean;
}

export type NewsInput = NewsItem & { isHidden: boolean; userId: number | null; now: Date };

const COLUMNS = sql`id, day::text as date, title, html, hidden_at is not null as "isHidden"`;

/** Lists news, newest first; items of one day by their publication, items of the file in the file's order. */
export function listNewsRecords(db: Db, { hiddenToo }: { hiddenToo: boolean }): Promise<NewsRecord[]> {
  return rows(
    db,
    sql<NewsRecord>`
      select ${COLUMNS} from news_item where ${hiddenToo} or hidden_at is null order by day desc, id`,
  );
}

/** Holds the news until the transaction ends; true while nothing was ever there. */
async function lockNews(tx: Db): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtext('news_item'))`.execute(tx);
  const row = await getOnlyRow(
    tx,
    sql<{ empty: boolean }>`select not exists (select from news_item) as empty`,
  );
  return row.empty;
}

export function insertNews(tx: Db, input: NewsInput): Promise<NewsRecord> {
  return getOnlyRow(
    tx,
    sql<NewsRecord>`
      insert into news_item (day, title, html, hidden_at, changed_by, changed_at)
      values (${input.date}, ${input.title}, ${input.html}, ${input.isHidden ? input.now : null}, ${input.userId}, ${input.now})
      returning ${COLUMNS}`,
  );
}

export function lockNewsItem(tx: Db, id: number): Promise<NewsRecord | null> {
  return firstRow(tx, sql<NewsRecord>`select ${COLUMNS} from news_item where id = ${id} for update`);
}

export function updateNews(tx: Db, id: number, input: NewsInput): Promise<NewsRecord> {
  return getOnlyRow(
    tx,
    sql<NewsRecord>`
      update news_item set day = ${input.date}, title = ${input.title}, html = ${input.html},
        hidden_at = case when ${input.isHidden} then coalesce(hidden_at, ${input.now}) end, changed_by = ${input.userId},
        changed_at = ${input.now}
      where id = ${id} returning ${COLUMNS}`,
  );
}

const TAGS = 'p h2 h3 h4 ul ol li b strong i em br hr blockquote a table thead tbody tr th td';

/**
 * The HTML of a text that is safe for a browser: paragraphs, headings, lists, emphasis, tables, links to pages and mail.
 * Nothing that runs, loads, styles or posts; a link to another site does not reveal where it was opened.
 */
export function sanitizeNews(html: string): string {
  return sanitizeHtml(html, {
    allowedTags: TAGS.split(' '),
    allowedAttributes: { a: ['href', 'rel'], th: ['scope'] },
    allowedSchemes: ['https', 'mailto', 'tel'],
    allowProtocolRelative: false,
    disallowedTagsMode: 'discard',
    transformTags: { a: sanitizeHtml.simpleTransform('a', { rel: 'noopener noreferrer' }), h1: 'h2' },
  });
}

/**
 * A programme without news begins with those of the operator's file, or with ours; from then on staff write them. Ours are
 * published in the demonstration alone: a real programme has them as hidden drafts for its staff to edit.
 */
export async function prepareNews(ctx: Context): Promise<void> {
  await ctx.db.inSystem(async (tx) => {
    if (!(await lockNews(tx))) return;
    const now = ctx.clock.now();
    const { demo, operator } = ctx.config;
    const isHidden = !demo && operator.news === undefined;
    for (const { date, title, html } of operator.news ?? NEWS)
      await insertNews(tx, { date, title, html: sanitizeNews(html), isHidden, userId: null, now });
  });
}

import { sql } from 'kysely';
import type { MonthStage } from '#contract/papers/closing.ts';
import { firstRow, type Db, rows, getOnlyRow } from '../../../../db/database.ts';
import {
  toCases,
  MAX_CASES,
  type CaseRow,
  type Askable,
  type CaseKind,
} from '../../../cards/commands/cases.ts';
import type { Context } from '../../../../context.ts';
import { conflict, notFound } from '../../../../errors.ts';
import { enqueueJob } from '../../../../queue/enqueue-job.ts';
import { listDescribed } from '../../../cards/commands/network-health.ts';
import { formatMonth } from './format-month.ts';
import { endOfMonth } from './month-closing.ts';
import type { ClosingDecision, OpenCase } from './closing-decision-store.ts';
import type { FeedOfMonth } from '../list-open-cases.ts';

/** Finds the month of a company that a user has requested to close. */
function findClosing(db: Db, id: number) {
  return firstRow(
    db,
    sql<{ month: string; failed: boolean }>`
      select month, problem is not null and state <> 'done' as failed from month_closing where id = ${id}`,
  );
}

async function listFailedClosings(db: Db) {
  const found = await rows(
    db,
    sql<CaseRow & { month: string; problem: string }>`
      select closing.id, coalesce(closing.problem_at, closing.asked_at) as since, 0 as attempts, closing.month,
        closing.problem, null as partner_id, null as partner_title, company.id as company_id, company.inn,
        company.title as company_title, null as card_number, null as said, null as heard_at, count(*) over () as total
      from month_closing closing
      join company on company.id = closing.company_id
      where closing.problem is not null and closing.state <> 'done'
      order by since desc, closing.id desc limit ${MAX_CASES}`,
  );
  return toCases(found, ({ month, problem }) => ({ month, problem }));
}

/** «Закрытие месяца»: a company's month whose documents could not be made. */
export const failedClosingCase = {
  list: listDescribed(listFailedClosings, ({ month, problem }) => ({
    asked: `Документы за ${formatMonth(month)}`,
    problem: 'Документы месяца не удалось сделать',
    details: [{ label: 'Ошибка', value: problem }],
    deeds: ['ask'],
  })),
  retry,
} satisfies CaseKind & Askable;

async function retry(ctx: Context, closingId: number): Promise<void> {
  const found = await findClosing(ctx.db.system, closingId);
  if (!found) throw notFound('Закрытие месяца не найдено');
  if (!found.failed) throw conflict('Документы этого месяца уже сделаны или ещё делаются');
  const { month } = found;
  await enqueueJob(ctx.db.system, 'close-month', { month }, { key: `close-month:${month}` });
}

/**
 * Opens the closing of a month for every client. Closed ones stay as they are. Companies that got no documents before
 * are tried again. Claims are dropped at once, because a repeated request means that the closing has stalled.
 */
export async function openClosings(
  tx: Db,
  args: { month: string; userId: number; now: Date },
): Promise<void> {
  await sql`
    insert into month_closing as closing (company_id, month, asked_by, asked_at)
    select id, ${args.month}, ${args.userId}::bigint, ${args.now}::timestamptz from company
    where client_since < ${endOfMonth(args.month)} order by id
    on conflict (company_id, month) do update set claimed_at = null,
      state = case closing.state when 'done' then 'open' else closing.state end,
      asked_by = case closing.state when 'done' then excluded.asked_by else closing.asked_by end,
      asked_at = case closing.state when 'done' then excluded.asked_at else closing.asked_at end
    where closing.state <> 'done' or closing.documents = 0`.execute(tx);
}

/** Drops the claims of a month's companies without documents, and opens none: see `openClosings`. */
export async function resumeClosings(tx: Db, month: string): Promise<void> {
  await sql`update month_closing set claimed_at = null where month = ${month} and state <> 'done'`.execute(
    tx,
  );
}

/** A lane that is silent for this long is dead; a company takes seconds, a very large one a minute. */
const CLAIM_SECONDS = 180;

/**
 * Claims the next company, by id, without documents of the month and without another worker. Returns null if there is
 * none after `after`.
 */
export async function claimNext(
  db: Db,
  args: { month: string; after: number; now: Date },
): Promise<{ companyId: number } | null> {
  const { month, after, now } = args;
  const row = await firstRow(
    db,
    sql<{ company_id: number }>`
      update month_closing set claimed_at = ${now}
      where month = ${month} and company_id = (
        select company_id from month_closing
        where month = ${month} and state <> 'done' and company_id > ${after} and (${isFree(now)})
        order by company_id limit 1 for update skip locked)
      returning company_id`,
  );
  return row && { companyId: row.company_id };
}

/** Finds a requested month without any work for a while, because its process has died. */
export async function findAbandonedMonth(db: Db, now: Date): Promise<string | null> {
  const row = await firstRow(
    db,
    sql<{ month: string }>`
      select month from month_closing
      where month in (select distinct month from month_closing where state <> 'done' and problem is null)
      group by month
      having max(greatest(asked_at, claimed_at)) < ${getClaimExpiry(now)}
      order by month limit 1`,
  );
  return row?.month ?? null;
}

function isFree(now: Date) {
  return sql`claimed_at is null or claimed_at < ${getClaimExpiry(now)}`;
}

function getClaimExpiry(now: Date): Date {
  return new Date(now.getTime() - CLAIM_SECONDS * 1000);
}

/** Stores why a company's documents could not be made, and lets the next call try again. */
export async function recordProblem(
  db: Db,
  args: { companyId: number; month: string; problem: string; now: Date },
): Promise<void> {
  await sql`
    update month_closing set problem = ${args.problem}, claimed_at = null, problem_at = coalesce(problem_at, ${args.now})
    where company_id = ${args.companyId} and month = ${args.month}`.execute(db);
}

export interface ClosingProgress {
  /** Number of companies that have documents of the month. */
  companies: number;
  documents: number;
  waiting: number;
}

export async function readProgress(db: Db, month: string): Promise<ClosingProgress> {
  return getOnlyRow(
    db,
    sql<ClosingProgress>`
      select count(*) filter (where documents > 0) as companies, coalesce(sum(documents), 0)::bigint as documents,
        count(*) filter (where state <> 'done') as waiting
      from month_closing where month = ${month}`,
  );
}

export interface ClosingState {
  isRunning: boolean;
  stage: MonthStage;
  open: OpenCase[];
  networks: (FeedOfMonth & { title: string })[];
  closed: ClosingProgress;
  decisions: ClosingDecision[];
}

import { sql } from 'kysely';
import { can, type Role } from '#contract/access.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { firstRow, getOnlyRow, rows, type Db } from '../../../db/database.ts';
import type { Mailing, MailingInput } from './mailing.ts';
import { notAllowed, notFound } from '../../../errors.ts';

const COLUMNS = sql`
  mailing.id, mailing.company_id as "companyId", mailing.author_id as "authorId", mailing.title, mailing.report, mailing.query,
  mailing.rhythm, mailing.on_day as day, mailing.at_hour as hour, mailing.format, mailing.state, mailing.next_at as "nextAt"`;

export interface ListedMailing extends Mailing {
  author: string;
}

/** Returns mailings by title, with the names of their authors. It shows no author who has left the company. */
export function listMailings(db: Db, companyId: number): Promise<ListedMailing[]> {
  return rows(
    db,
    sql<ListedMailing>`
      select ${COLUMNS}, coalesce(nullif(concat_ws(' ', author.firstname, author.lastname), ''), 'бывший сотрудник') as author
      from mailing left join app_user author on author.id = mailing.author_id
      where mailing.company_id = ${companyId} order by mailing.title, mailing.id`,
  );
}

export function findMailing(db: Db, { companyId }: CompanyScope, id: number): Promise<Mailing | null> {
  return firstRow(
    db,
    sql<Mailing>`select ${COLUMNS} from mailing where id = ${id} and company_id = ${companyId}`,
  );
}

/** Locks the mailing against concurrent changes. */
export function lockMailing(tx: Db, { companyId }: CompanyScope, id: number): Promise<Mailing | null> {
  return firstRow(
    tx,
    sql<Mailing>`select ${COLUMNS} from mailing where id = ${id} and company_id = ${companyId} for update`,
  );
}

export async function countMailings(tx: Db, { companyId }: CompanyScope): Promise<number> {
  const { count } = await getOnlyRow(
    tx,
    sql<{ count: number }>`select count(*)::int as count from mailing where company_id = ${companyId}`,
  );
  return count;
}

type MailingValues = Omit<MailingInput, 'addresses'> & { authorId: number; nextAt: Date };

export async function insertMailing(
  tx: Db,
  { companyId }: CompanyScope,
  input: MailingValues & { now: Date },
): Promise<number> {
  const { id } = await getOnlyRow(
    tx,
    sql<{ id: number }>`
      insert into mailing (company_id, author_id, title, report, query, rhythm, on_day, at_hour, format, next_at, created_at)
      values (${companyId}, ${input.authorId}, ${input.title}, ${input.report}, ${input.query}, ${input.rhythm}, ${input.day},
        ${input.hour}, ${input.format}, ${input.nextAt}, ${input.now})
      returning id`,
  );
  return id;
}

/** Resumes a stopped mailing. The user who changes it is responsible for it from then on. */
export async function updateMailing(
  tx: Db,
  { companyId }: CompanyScope,
  id: number,
  input: MailingValues,
): Promise<void> {
  await sql`
    update mailing set author_id = ${input.authorId}, title = ${input.title}, report = ${input.report}, query = ${input.query},
      rhythm = ${input.rhythm}, on_day = ${input.day}, at_hour = ${input.hour}, format = ${input.format}, next_at = ${input.nextAt},
      state = case state when 'stopped' then 'on' else state end
    where id = ${id} and company_id = ${companyId}`.execute(tx);
}

export async function updateState(
  tx: Db,
  { companyId }: CompanyScope,
  change: { id: number; state: 'on' | 'paused'; authorId: number; nextAt: Date },
): Promise<void> {
  await sql`
    update mailing set state = ${change.state}, author_id = ${change.authorId}, next_at = ${change.nextAt}
    where id = ${change.id} and company_id = ${companyId}`.execute(tx);
}

export async function deleteMailing(tx: Db, { companyId }: CompanyScope, id: number): Promise<void> {
  await sql`delete from mailing where id = ${id} and company_id = ${companyId}`.execute(tx);
}

/** Returns whether any mailing is due, without taking it, because it is polled often. */
export async function hasDueMailing(db: Db, now: Date): Promise<boolean> {
  return (
    (await firstRow(db, sql`select from mailing where state = 'on' and next_at <= ${now} limit 1`)) !== null
  );
}

/** Locks the due mailings for one process. Others skip them until this transaction has ended. */
export function lockDueMailings(tx: Db, args: { now: Date; max: number }): Promise<Mailing[]> {
  return rows(
    tx,
    sql<Mailing>`
      select ${COLUMNS} from mailing where state = 'on' and next_at <= ${args.now}
      order by next_at, id limit ${args.max} for update skip locked`,
  );
}

export async function postponeMailing(tx: Db, { id, nextAt }: { id: number; nextAt: Date }): Promise<void> {
  await sql`update mailing set next_at = ${nextAt} where id = ${id}`.execute(tx);
}

/** A mailing with what decides whether it may be sent now. */
export interface MailingAtWork extends Mailing {
  company: string;
  /** Its author is a colleague who reads the company's data. */
  mayRead: boolean;
}

export function readMailingAtWork(db: Db, id: number): Promise<MailingAtWork> {
  return getOnlyRow(
    db,
    sql<MailingAtWork>`
      select ${COLUMNS}, company.title as company,
        author.company_id is not distinct from mailing.company_id and author.role <> 'none' as "mayRead"
      from mailing join company on company.id = mailing.company_id join app_user author on author.id = mailing.author_id
      where mailing.id = ${id}`,
  );
}

/** False when it is stopped already. */
export async function stopMailing(tx: Db, id: number): Promise<boolean> {
  const row = await firstRow(
    tx,
    sql`update mailing set state = 'stopped' where id = ${id} and state <> 'stopped' returning id`,
  );
  return row !== null;
}

export interface Requester {
  scope: CompanyScope;
  userId: number;
  role: Role;
}

/**
 * Locks a mailing for a user who may change it: its author, or a user who gives roles. Refuses with 404 for another
 * company's, 403 for a colleague's.
 */
export async function requireOwnMailing(
  tx: Db,
  { scope, userId, role }: Requester,
  id: number,
): Promise<Mailing> {
  const mailing = await lockMailing(tx, scope, id);
  if (!mailing) throw notFound('Рассылка не найдена');
  if (mailing.authorId !== userId && !can(role, 'assignRoles'))
    throw notAllowed('Это рассылка коллеги: её меняет он сам или администратор');
  return mailing;
}

/** Takes a person's own address out of every mailing, with its links. Before his address itself is erased. */
export async function eraseMailingsTo(tx: Db, userId: number): Promise<void> {
  await sql`
    delete from mailing_link where address = (select lower(email) from app_user where id = ${userId})`.execute(
    tx,
  );
  await sql`
    delete from mailing_address where user_id = ${userId}
      or address = (select lower(email) from app_user where id = ${userId})`.execute(tx);
}

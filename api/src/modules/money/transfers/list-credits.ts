import { sql } from 'kysely';
import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import { getOnlyRow, rows, type Db } from '../../../db/database.ts';
import { type CreditDebt, type StoredTerms, datedCredit, indebtedSince } from './credit.ts';
import type { CreditTerms } from '../../companies/companies/credit-terms.ts';
import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';

/** A client's credit as staff list it. */
interface CreditOfClient {
  id: number;
  inn: string;
  title: string;
  terms: CreditTerms;
  used: Kopecks;
  indebtedSince: Date | null;
  changes: number;
  changedAt: Date | null;
  changedBy: string | null;
}

interface CreditRow {
  id: number;
  inn: string;
  title: string;
  credit_kopecks: number;
  credit_days_for_payment: number;
  credit_days_without_payment: number;
  used: number;
  indebted_since: Date | null;
  changes: number;
  changed_at: Date | null;
  changed_by: string | null;
}

/** More than any programme has that grants credit. */
const MAX_LISTED = 5000;

/** Clients that may owe, owe, or were ever granted credit; with `companyId` that one alone, granted credit or not. */
async function listCreditsOfClients(db: Db, companyId?: number): Promise<CreditOfClient[]> {
  const found = await rows(
    db,
    sql<CreditRow>`
      select company.id, company.inn, company.title, company.credit_kopecks, company.credit_days_for_payment,
        company.credit_days_without_payment, greatest(0, -coalesce(account.balance_kopecks, 0)) as used,
        began.posted_at as indebted_since, (select count(*) from credit_change where company_id = company.id) as changes,
        latest.changed_at, ${AUTHOR} as changed_by
      from company
      left join ledger_account account on account.company_id = company.id and account.kind = 'unallocated'
      ${indebtedSince}
      left join lateral (
        select changed_at, changed_by from credit_change where company_id = company.id order by id desc limit 1
      ) latest on true
      left join app_user author on author.id = latest.changed_by
      where company.client_since is not null and case when ${companyId ?? null}::bigint is not null
        then company.id = ${companyId ?? null} else company.credit_kopecks > 0 or account.balance_kopecks < 0
          or latest.changed_at is not null end
      order by used desc, company.credit_kopecks desc, company.id limit ${MAX_LISTED}`,
  );
  return found.map((row) => ({
    id: row.id,
    inn: row.inn,
    title: row.title,
    terms: {
      companyId: row.id,
      credit: kopecks(row.credit_kopecks),
      daysForPayment: row.credit_days_for_payment,
      daysWithoutPayment: row.credit_days_without_payment,
    },
    used: kopecks(row.used),
    indebtedSince: row.indebted_since,
    changes: row.changes,
    changedAt: row.changed_at,
    changedBy: row.changed_by,
  }));
}

const AUTHOR = sql`coalesce(nullif(trim(concat_ws(' ', author.lastname, author.firstname)), ''), 'Сотрудник № ' || author.id)`;

export interface CreditChangeRecord {
  id: number;
  before: StoredTerms;
  after: StoredTerms;
  used: Kopecks;
  reason: string | null;
  changedAt: Date;
  changedBy: string;
}

/** Newest first. */
async function listChangesOfCredit(db: Db, companyId: number): Promise<CreditChangeRecord[]> {
  const found = await rows(
    db,
    sql<{
      id: number;
      before: StoredTerms;
      after: StoredTerms;
      used: number;
      reason: string | null;
      changed_at: Date;
      changed_by: string;
    }>`
      select change.id, change.before, change.after, change.used_kopecks as used, change.reason, change.changed_at, ${AUTHOR} as changed_by
      from credit_change change join app_user author on author.id = change.changed_by
      where change.company_id = ${companyId} order by change.id desc limit 500`,
  );
  return found.map(({ changed_at: changedAt, changed_by: changedBy, used, ...change }) => ({
    ...change,
    used: kopecks(used),
    changedAt,
    changedBy,
  }));
}

/** The terms of a company and how much of its credit is used, under the lock of its money. */
export async function readCreditBefore(
  tx: Db,
  companyId: number,
): Promise<{ before: StoredTerms; used: Kopecks }> {
  const row = await getOnlyRow(
    tx,
    sql<
      Pick<CreditRow, 'credit_kopecks' | 'credit_days_for_payment' | 'credit_days_without_payment' | 'used'>
    >`
      select company.credit_kopecks, company.credit_days_for_payment, company.credit_days_without_payment,
        greatest(0, -coalesce(account.balance_kopecks, 0)) as used
      from company left join ledger_account account on account.company_id = company.id and account.kind = 'unallocated'
      where company.id = ${companyId}`,
  );
  return {
    before: {
      credit: kopecks(row.credit_kopecks),
      daysForPayment: row.credit_days_for_payment,
      daysWithoutPayment: row.credit_days_without_payment,
    },
    used: kopecks(row.used),
  };
}

export async function insertCreditChange(
  tx: Db,
  change: {
    companyId: number;
    before: StoredTerms;
    after: StoredTerms;
    used: Kopecks;
    reason: string | null;
    staffId: number;
    now: Date;
  },
): Promise<void> {
  await sql`
    insert into credit_change (company_id, before, after, used_kopecks, reason, changed_at, changed_by)
    values (${change.companyId}, ${JSON.stringify(change.before)}, ${JSON.stringify(change.after)}, ${change.used},
      ${change.reason}, ${change.now}, ${change.staffId})`.execute(tx);
}

export interface ListedCredit extends CreditOfClient {
  debt: CreditDebt | null;
}

/** Clients that may owe, owe, or were ever granted credit; the largest debt first. */
export async function listCredits(ctx: Context): Promise<ListedCredit[]> {
  const now = ctx.clock.now();
  return (await listCreditsOfClients(ctx.db.system)).map((creditsOfClient) => withDebt(creditsOfClient, now));
}

/** One client's credit with every change of it; 404 when the company is not a client. */
export async function readCreditHistory(
  ctx: Context,
  companyId: number,
): Promise<ListedCredit & { history: CreditChangeRecord[] }> {
  const db = ctx.db.system;
  const [credit] = await listCreditsOfClients(db, companyId);
  if (!credit) throw notFound('Клиент не найден');
  return { ...withDebt(credit, ctx.clock.now()), history: await listChangesOfCredit(db, companyId) };
}

function withDebt(credit: CreditOfClient, now: Date): ListedCredit {
  const { terms, used, indebtedSince } = credit;
  return { ...credit, debt: datedCredit({ terms, unallocated: kopecks(0 - used), indebtedSince }, now).debt };
}

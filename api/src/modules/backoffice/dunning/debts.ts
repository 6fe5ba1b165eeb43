import { sql } from 'kysely';
import type { DunningBasis } from '#contract/backoffice/dunning.ts';
import { kopecks } from '#contract/kopecks.ts';
import type { Context } from '../../../context.ts';
import { mintCompanyScope } from '../../../db/company-scope.ts';
import { rows } from '../../../db/database.ts';
import { moscowDay } from '../../../lib/money-format.ts';
import { findCompany } from '../../companies/companies/companies.ts';
import { invoiceNumber } from '../../money/invoices/invoices.ts';
import { type CreditDebt, readCredit } from '../../money/transfers/credit.ts';
import { listCredits } from '../../money/transfers/list-credits.ts';
import { addDays, getLaterDay, startOfDay } from '../../../lib/days.ts';
import type { DebtCase } from './dunning-rule.ts';
import { listUnpaidParts } from './unpaid-part-store.ts';

/** An invoice that was left unpaid for longer is forgotten, not owed. */
const INVOICE_DAYS = 60;

/** Lists the debts that rules of this basis may concern. A credit without a term is never late, so it is left out. */
export function listDebts(ctx: Context, basis: DunningBasis): Promise<DebtCase[]> {
  return basis === 'credit' ? listCreditDebts(ctx) : listUnpaidInvoices(ctx);
}

type Client = Pick<DebtCase, 'companyId' | 'inn' | 'title'>;
type Credit = { client: Client; daysForPayment: number; debt: CreditDebt | null };

async function listCreditDebts(ctx: Context): Promise<DebtCase[]> {
  const credits = await listCredits(ctx);
  return toCases(
    ctx,
    credits.map(({ id, inn, title, terms, debt }) => ({
      client: { companyId: id, inn, title },
      daysForPayment: terms.daysForPayment,
      debt,
    })),
  );
}

/** Finds a client's debt by credit with its term, or null. */
export async function findCreditDebt(ctx: Context, companyId: number): Promise<DebtCase | null> {
  const company = await findCompany(ctx.db.system, companyId);
  if (!company) return null;
  const { terms, debt } = await readCredit(ctx, mintCompanyScope(companyId));
  const client = { companyId, inn: company.inn, title: company.title };
  const [found] = await toCases(ctx, [{ client, daysForPayment: terms.daysForPayment, debt }]);
  return found ?? null;
}

/** Adds to each debt the part that has to be paid now: by the term of its oldest use, or all that is late. */
async function toCases(ctx: Context, credits: readonly Credit[]): Promise<DebtCase[]> {
  const now = ctx.clock.now();
  const today = moscowDay(now);
  const owing = credits.flatMap(({ client, daysForPayment, debt }) => {
    const term = debt?.payUntil;
    return debt && term ? [{ client, daysForPayment, debt, term }] : [];
  });
  const sums = await listUnpaidParts(
    ctx.db.system,
    owing.map(({ client, daysForPayment, debt }) => ({
      companyId: client.companyId,
      takenBefore: startOfDay(getLaterDay(addDays(debt.since, 1), addDays(today, -daysForPayment))),
      at: now,
    })),
  );
  return owing.flatMap(({ client, daysForPayment, debt, term }, index) => {
    const due = sums[index] ?? kopecks(0);
    if (due === 0) return [];
    return {
      ...client,
      basis: 'credit' as const,
      key: `credit:${debt.since}`,
      about: 'топливо и услуги в кредит',
      due,
      total: debt.sum,
      term,
      daysForPayment,
      workUntil: debt.workUntil,
    };
  });
}

async function listUnpaidInvoices(ctx: Context): Promise<DebtCase[]> {
  const since = addDays(moscowDay(ctx.clock.now()), -INVOICE_DAYS);
  const found = await rows(
    ctx.db.system,
    sql<{
      id: number;
      serial: number;
      due_on: string;
      sum: number;
      company_id: number;
      inn: string;
      title: string;
    }>`
      select invoice.id, invoice.serial, invoice.due_on, invoice.sum_kopecks - invoice.paid_kopecks as sum,
        company.id as company_id, company.inn, company.title
      from invoice join company on company.id = invoice.company_id
      where invoice.cancelled_at is null and invoice.paid_kopecks < invoice.sum_kopecks
        and invoice.due_on >= ${since}::date and company.client_since is not null
        and not exists (select from sandbox where sandbox.company_id = company.id)
      order by invoice.id`,
  );
  return found.map((row) => ({
    companyId: row.company_id,
    inn: row.inn,
    title: row.title,
    basis: 'invoice',
    key: `invoice:${row.id}`,
    about: `счёт ${invoiceNumber(ctx.programme.today().invoicePrefix, row.serial)}`,
    due: kopecks(row.sum),
    total: kopecks(row.sum),
    term: row.due_on,
    daysForPayment: 0,
    workUntil: null,
  }));
}

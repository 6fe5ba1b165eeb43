import { sql, type RawBuilder } from 'kysely';
import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import type { setCredit } from '#contract/backoffice/staff.ts';
import { listIds, mintCompanyScope, type CompanyScope } from '../../../db/company-scope.ts';
import { rows, type Db } from '../../../db/database.ts';
import {
  toCreditTerms,
  type CreditRow,
  type CreditTerms,
  findCreditTerms,
} from '../../companies/companies/credit-terms.ts';
import type { Context } from '../../../context.ts';
import { moscowDay, formatDateLong, formatRubles } from '../../../lib/money-format.ts';
import { notFound } from '../../../errors.ts';
import type { TwoPeopleRule } from '../../identity/approvals/approvals.ts';
import { exceedsUnconfirmedLimit } from '../../identity/approvals/unconfirmed-movements.ts';
import type { Call } from '../../../http/call.ts';

/**
 * Joins to a `company` and its unallocated `account` when the oldest unpaid part of the credit in use was taken
 * (`began.posted_at`). Payments pay its oldest use first, and what comes back from a card or a network takes back the
 * latest: the debt began with the last movement before which all payments since would have sufficed. All that was moved since
 * is read, so `only` may leave out those for whom it is known.
 */
export const selectIndebtedSince = (only: RawBuilder<unknown>) => sql`
  left join ledger_account bank on bank.company_id = company.id and bank.kind = 'bank'
  left join lateral (
    select posted_at from (
      select transfer.id, transfer.posted_at, entry.balance_before_kopecks + coalesce(sum(entry.amount_kopecks)
        filter (where bank.id in (transfer.from_account_id, transfer.to_account_id))
        over (order by entry.transfer_id desc rows unbounded preceding), 0) as covered
      from ledger_entry entry join ledger_transfer transfer on transfer.id = entry.transfer_id
      where entry.account_id = account.id and account.balance_kopecks < 0 and ${only}
    ) movement
    where covered >= 0 order by id desc limit 1
  ) began on true`;

export const indebtedSince = selectIndebtedSince(sql`true`);

interface Credit {
  terms: CreditTerms;
  /** Below zero where credit is used. */
  unallocated: Kopecks;
  /** Moment when the oldest unpaid part of the credit in use was taken, or null if none is used. */
  indebtedSince: Date | null;
}

/** Credits of companies as of one moment, by the id of each. */
async function findCredits(db: Db, scopes: readonly CompanyScope[]): Promise<Map<number, Credit>> {
  const found = await rows(
    db,
    sql<CreditRow & { unallocated: number; indebted_since: Date | null }>`
      select company.id, company.credit_kopecks, company.credit_days_for_payment, company.credit_days_without_payment,
        coalesce(account.balance_kopecks, 0) as unallocated, began.posted_at as indebted_since
      from company
      left join ledger_account account on account.company_id = company.id and account.kind = 'unallocated'
      ${indebtedSince}
      where company.id = any(${listIds(scopes)}::bigint[])`,
  );
  return new Map(
    found.map((row) => [
      row.id,
      {
        terms: toCreditTerms(row),
        unallocated: kopecks(row.unallocated),
        indebtedSince: row.indebted_since,
      },
    ]),
  );
}

export interface DatedCredit {
  terms: CreditTerms;
  debt: CreditDebt | null;
}

/** Credit in use. Days are Moscow days, `YYYY-MM-DD`. */
export interface CreditDebt {
  sum: Kopecks;
  since: string;
  /** The last day of the term; null where none is agreed. */
  payUntil: string | null;
  /** The last day that may pass without payment after the term. */
  workUntil: string | null;
  late: boolean;
}

/** The terms of the company's credit, what of it is in use and until when that is paid back (agreement, 3.6). */
export async function readCredit(ctx: Context, scope: CompanyScope): Promise<DatedCredit> {
  const [credit] = await ctx.db.inCompany(scope, async (tx) => [
    ...(await findCredits(tx, [scope])).values(),
  ]);
  if (!credit) throw new Error(`company ${scope.companyId} is not there`);
  return datedCredit(credit, ctx.clock.now());
}

/** Returns the credits of several companies, by the id of each. */
export async function readCredits(
  db: Db,
  scopes: readonly CompanyScope[],
  now: Date,
): Promise<Map<number, DatedCredit>> {
  const found = await findCredits(db, scopes);
  return new Map([...found].map(([companyId, credit]) => [companyId, datedCredit(credit, now)]));
}

export function datedCredit({ terms, unallocated, indebtedSince }: Credit, now: Date): DatedCredit {
  if (!indebtedSince) return { terms, debt: null };
  const { daysForPayment, daysWithoutPayment } = terms;
  const payUntil = daysForPayment > 0 ? moscowDay(indebtedSince, daysForPayment) : null;
  return {
    terms,
    debt: {
      sum: kopecks(-unallocated),
      since: moscowDay(indebtedSince),
      payUntil,
      workUntil:
        daysWithoutPayment > 0 ? moscowDay(indebtedSince, daysForPayment + daysWithoutPayment) : null,
      late: payUntil !== null && moscowDay(now) > payUntil,
    },
  };
}

/**
 * Returns the sum for which the user who changes a credit is responsible: the whole credit if it becomes larger or
 * longer, else nothing.
 */
export function computeCreditIncrease(before: StoredTerms, after: StoredTerms): Kopecks {
  const isMore = after.credit > before.credit;
  const isLonger =
    after.daysForPayment > before.daysForPayment || after.daysWithoutPayment > before.daysWithoutPayment;
  return isMore || isLonger ? after.credit : kopecks(0);
}

/** More credit, or credit for longer, above what the member may move alone today is given by two people. */
export const proposeCredit: TwoPeopleRule = async (ctx, call) => {
  const { params, body, session, confirmedBy } = call as unknown as Call<typeof setCredit>;
  const now = await findCreditTerms(ctx.db.system, params.id);
  if (!now) throw notFound('Клиент не найден');
  const next = {
    credit: body.creditSum,
    daysForPayment: body.creditDaysForPayment ?? now.daysForPayment,
    daysWithoutPayment: body.creditDaysWithoutPayment ?? now.daysWithoutPayment,
  };
  const exceeded = await exceedsUnconfirmedLimit(ctx, {
    userId: session.userId,
    sum: computeCreditIncrease(now, next),
    confirmedBy,
  });
  if (!exceeded) return null;
  const { debt } = await readCredit(ctx, mintCompanyScope(params.id));
  return {
    title: 'Кредит клиенту',
    companyId: params.id,
    details: [
      { title: 'Сейчас', value: formatRubles(now.credit) },
      { title: 'Станет', value: formatRubles(body.creditSum) },
      { title: 'Дней на оплату', value: String(next.daysForPayment) },
      { title: 'Дней без оплаты', value: String(next.daysWithoutPayment) },
      { title: 'Долг', value: formatRubles(debt?.sum ?? 0), movesByItself: true },
      { title: 'Опоздание', value: formatDelay(debt), movesByItself: true },
      { title: 'Основание', value: body.reason ?? 'не указано' },
      ...exceeded,
    ],
  };
};

function formatDelay(debt: CreditDebt | null): string {
  if (!debt) return 'нет';
  if (debt.late && debt.payUntil) return `оплата ждалась до ${formatDateLong(debt.payUntil)}`;
  return debt.payUntil ? `нет, срок до ${formatDateLong(debt.payUntil)}` : 'нет, срок не задан';
}

/** Terms of a client's credit, as stored before and after a change. */
export type StoredTerms = Omit<CreditTerms, 'companyId'>;

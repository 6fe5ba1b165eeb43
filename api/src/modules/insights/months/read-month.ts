import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import type { Db } from '../../../db/database.ts';
import { listMonthChoices } from '../../companies/companies/month-choices.ts';
import { countMonthReceipts } from '../../money/receipts/receipts.ts';
import { describeMonth, type MonthStep } from './month-steps.ts';
import {
  countMonthDisputes,
  countMonthTrucks,
  countPaymentsInReview,
  readMonthDocuments,
} from './month-store.ts';

/** Returns the steps that close a month for a company, in the order in which they are taken. */
export async function readMonth(ctx: Context, scope: CompanyScope, month: string): Promise<MonthStep[]> {
  const [documents, trucks, choices, disputes] = await ctx.db.inCompany(scope, async (tx) => [
    await readMonthDocuments(tx, [scope], month),
    await countMonthTrucks(tx, [scope], month),
    await listMonthChoices(tx, [scope]),
    await countMonthDisputes(tx, [scope], month),
  ]);
  const payments = await countPaymentsInReview(ctx.db.system, [scope], month);
  return describeMonth(month, {
    documents: documents[0],
    trucks: trucks[0],
    choices: choices.get(scope.companyId),
    paymentsInReview: payments.get(scope.companyId) ?? 0,
    disputes: disputes.get(scope.companyId),
    receipts: (await readReceipts(ctx, ctx.db.system, [scope], month)).get(scope.companyId),
  });
}

/** Returns the steps of a month of each of the companies, each figure of all of them by one query. */
export async function readMonthOfMany(
  ctx: Context,
  tx: Db,
  scopes: readonly CompanyScope[],
  month: string,
): Promise<Map<number, MonthStep[]>> {
  if (scopes.length === 0) return new Map();
  const documents = await readMonthDocuments(tx, scopes, month);
  const trucks = await countMonthTrucks(tx, scopes, month);
  const payments = await countPaymentsInReview(tx, scopes, month);
  const choices = await listMonthChoices(tx, scopes);
  const disputes = await countMonthDisputes(tx, scopes, month);
  const receipts = await readReceipts(ctx, tx, scopes, month);
  return new Map(
    scopes.map(({ companyId }) => [
      companyId,
      describeMonth(month, {
        documents: documents.find((found) => found.companyId === companyId),
        trucks: trucks.find((found) => found.companyId === companyId),
        choices: choices.get(companyId),
        paymentsInReview: payments.get(companyId) ?? 0,
        disputes: disputes.get(companyId),
        receipts: receipts.get(companyId),
      }),
    ]),
  );
}

/** An operator without receipts (`RECEIPTS=none`) has no such step. Payments by СБП are read as the system. */
async function readReceipts(ctx: Context, db: Db, scopes: readonly CompanyScope[], month: string) {
  return ctx.receiptTill ? countMonthReceipts(db, scopes, month) : new Map<number, never>();
}

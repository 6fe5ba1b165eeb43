import { sql } from 'kysely';
import type { Kopecks } from '#contract/kopecks.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { moscowDay } from '../../../lib/money-format.ts';
import {
  findUnpaidOfDay,
  insertInvoice,
  takeInvoiceTurn,
  type Invoice,
  COLUMNS,
  toInvoice,
  type InvoiceRow,
} from './invoices.ts';
import { getOnlyRow, type Db } from '../../../db/database.ts';

/**
 * Issues the invoice with which a company tops up its account (spec §1.15). A repeated request for the same sum on
 * the same Moscow day returns the same invoice while it is unpaid, also for two simultaneous requests (docs/calls.md
 * 5).
 */
export async function issueInvoice(
  ctx: Context,
  args: { scope: CompanyScope; userId: number; sum: Kopecks },
): Promise<Invoice> {
  const { scope, userId, sum } = args;
  const now = ctx.clock.now();
  const issuedOn = moscowDay(now);
  const dueDays = ctx.programme.today().invoiceDueDays;
  return ctx.db.inCompany(scope, async (tx) => {
    await takeInvoiceTurn(tx, scope.companyId);
    return (
      (await findUnpaidOfDay(tx, scope, { issuedOn, sum })) ??
      (await insertInvoice(tx, scope, { issuedOn, dueDays, sum, userId, now }))
    );
  });
}

/** An invoice of a sandbox, paid wholly: it takes no number of the programme's own. */
export async function insertSandboxInvoice(
  tx: Db,
  { companyId }: CompanyScope,
  input: { sum: Kopecks; issuedOn: string; userId: number; now: Date },
): Promise<Invoice> {
  const row = await getOnlyRow(
    tx,
    sql<InvoiceRow>`
      insert into invoice (company_id, serial, sum_kopecks, paid_kopecks, issued_on, due_on, created_by, created_at)
      overriding system value
      values (${companyId}, nextval('sandbox_invoice_serial'), ${input.sum}, ${input.sum}, ${input.issuedOn}::date,
        ${input.issuedOn}::date, ${input.userId}, ${input.now})
      returning ${COLUMNS}`,
  );
  return toInvoice(row);
}

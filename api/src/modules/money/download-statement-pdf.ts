import type { Context } from '../../context.ts';
import type { CompanyScope } from '../../db/company-scope.ts';
import { notFound } from '../../errors.ts';
import { callInWorker } from '../../lib/call-in-worker.ts';
import { moscowDay } from '../../lib/money-format.ts';
import { findCompany } from '../companies/company-store.ts';
import { readStatement, type StatementAsked } from './read-statement.ts';
import { statementPdf, type StatementPaper } from './statement-pdf.ts';

/** Fewer are laid out sooner than a worker starts. */
const QUICK = 100;

/** The statement on paper. Refuses as `readStatement` does. */
export async function downloadStatementPdf(
  ctx: Context,
  scope: CompanyScope,
  asked: StatementAsked,
): Promise<Buffer> {
  const statement = await readStatement(ctx, scope, asked);
  const company = await ctx.db.inCompany(scope, (tx) => findCompany(tx, scope.companyId));
  if (!company) throw notFound();
  const { title: name, inn, kpp, ogrn } = company;
  const paper: StatementPaper = {
    statement,
    programme: ctx.config.operator.requisites,
    client: { name, inn, kpp, ogrn },
    madeOn: moscowDay(ctx.clock.now()),
  };
  // A long one takes seconds of a processor, in which nobody else would be answered.
  if (statement.movements.length <= QUICK) return statementPdf(paper);
  return Buffer.from(
    await callInWorker<Uint8Array>(new URL('./statement-pdf.ts', import.meta.url), 'statementPdf', paper),
  );
}

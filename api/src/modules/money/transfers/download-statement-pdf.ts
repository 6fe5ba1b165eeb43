import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { crowded, notFound } from '../../../errors.ts';
import { callInWorker, NotServed } from '../../../lib/call-in-worker.ts';
import { moscowDay } from '../../../lib/money-format.ts';
import { findCompany } from '../../companies/companies/find-company.ts';
import { findShortStatement, readStatement, type StatementAsked } from './read-statement.ts';
import { statementPdf, type StatementPaper } from './statement-pdf.ts';
import type { Statement } from './statement.ts';

/** Up to this many movements are laid out faster than a worker starts. */
const QUICK = 100;
const RETRY_SECONDS = 60;

/** The statement on paper. Refuses as `readStatement` does, and 503 where too many long ones are asked for at once. */
export async function downloadStatementPdf(
  ctx: Context,
  scope: CompanyScope,
  asked: StatementAsked,
  signal: AbortSignal,
): Promise<Buffer> {
  const short = await findShortStatement(ctx, scope, { ...asked, most: QUICK });
  if (short) return statementPdf(await paperOf(ctx, scope, short));
  // A long statement takes seconds of a processor, and nobody else would be served meanwhile. It is read again when its
  // turn comes, so that waiting ones hold no memory.
  const call = {
    module: new URL('./statement-pdf.ts', import.meta.url),
    name: 'statementPdf',
    argument: async () => paperOf(ctx, scope, await readStatement(ctx, scope, asked)),
    signal,
  };
  return Buffer.from(await callInWorker<Uint8Array>(call).catch(refuseCrowd));
}

async function paperOf(ctx: Context, scope: CompanyScope, statement: Statement): Promise<StatementPaper> {
  const company = await ctx.db.inCompany(scope, (tx) => findCompany(tx, scope.companyId));
  if (!company) throw notFound();
  const { title: name, inn, kpp, ogrn } = company;
  return {
    statement,
    programme: ctx.config.operator.requisites,
    client: { name, inn, kpp, ogrn },
    madeOn: moscowDay(ctx.clock.now()),
  };
}

function refuseCrowd(error: unknown): never {
  if (!(error instanceof NotServed)) throw error;
  throw crowded('Сейчас готовится слишком много длинных актов. Попробуйте через минуту', RETRY_SECONDS);
}

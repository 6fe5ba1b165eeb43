import { SANDBOX_NETWORK } from '#contract/ids.ts';
import type { Kopecks } from '#contract/kopecks.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { fieldRefusal } from '../../../errors.ts';
import { endOfMonth, startOfMonth } from '../../papers/documents/closing/month-closing.ts';
import { publishSandboxDocuments } from '../../papers/documents/publish-sandbox-documents.ts';
import { requireOwnSandbox } from './sandbox.ts';
import { findTestMonth } from './sandbox-store.ts';
import { formatRubles } from '../../../lib/money-format.ts';
import { heading, notice, paragraph } from '../../../lib/pdf/pdf-blocks.ts';
import { factTable } from '../../../lib/pdf/pdf-tables.ts';
import { renderPdf } from '../../../lib/pdf/pdf.ts';

export interface TestDocument {
  id: number;
  title: string;
  sum: Kopecks | null;
}

/**
 * Closes a month that is over by the sandbox's clock. Its documents are published, dated by that clock, and reported by
 * the feed and webhooks. They state that they are not real documents. Nothing goes to the operator of electronic
 * documents.
 */
export async function closeTestMonth(
  ctx: Context,
  { scope, userId, month }: { scope: CompanyScope; userId: number; month: string },
): Promise<TestDocument[]> {
  const { companyId } = scope;
  const { title, clockAt } = await requireOwnSandbox(ctx, scope);
  const [from, until] = [startOfMonth(month), endOfMonth(month)];
  if (until > clockAt)
    throw fieldRefusal('month', 'По часам песочницы этот месяц ещё не закончился: переведите их вперёд');
  const { purchases, sum } = await findTestMonth(ctx.db.system, companyId, { from, until });
  if (purchases === 0) throw fieldRefusal('month', 'В этом месяце в песочнице ничего не куплено');
  const about = { company: title, month, purchases, sum };
  const papers = await Promise.all(
    (['УПД', 'Акт сверки'] as const).map(async (kind) => ({
      title: `${kind} песочницы за ${month.slice(5)}.${month.slice(0, 4)}`,
      sum: kind === 'УПД' ? sum : null,
      pdf: await testMonthPdf({ kind, ...about }),
    })),
  );
  const input = { companyId, partnerId: SANDBOX_NETWORK, month, papers, userId, now: clockAt };
  return publishSandboxDocuments(ctx, input);
}

/** Makes the PDF that a program gets as a sandbox's document. It states that it is not a real document. */
function testMonthPdf(input: {
  kind: string;
  company: string;
  month: string;
  purchases: number;
  sum: Kopecks;
}): Promise<Buffer> {
  const period = `${input.month.slice(5)}.${input.month.slice(0, 4)}`;
  const title = `${input.kind} песочницы за ${period}`;
  return renderPdf({
    title,
    author: 'Песочница',
    dateIso: `${input.month}-01`,
    content: [
      heading(title),
      notice('Ненастоящий документ: он нужен, чтобы испытать программу, и ничего не подтверждает.'),
      paragraph('Имитация: в ней нет ни покупателя, ни продавца, ни подписи.'),
      factTable([
        { name: 'Компания', value: input.company },
        { name: 'Период', value: period },
        { name: 'Покупок', value: String(input.purchases) },
        { name: 'Сумма', value: formatRubles(input.sum) },
      ]),
    ],
  });
}

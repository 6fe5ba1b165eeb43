import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import type { ListedDocument } from './document-columns.ts';
import { listDocuments } from './document-store.ts';
import { presentDocuments } from './present.ts';

/** The company's documents of a year, or all, each with its month, newest first. */
export async function listShownDocuments(
  ctx: Context,
  scope: CompanyScope,
  year: number | undefined,
): Promise<ListedDocument[]> {
  const documents = await ctx.db.inCompany(scope, (tx) => listDocuments(tx, scope, year));
  return Object.entries(presentDocuments(documents, ctx.clock.now())).flatMap(([month, all]) =>
    all.map((one) => ({ ...one, month })),
  );
}

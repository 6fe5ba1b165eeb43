import type { Kopecks } from '#contract/kopecks.ts';
import type { Context } from '../../../context.ts';
import { conflict } from '../../../errors.ts';
import { vatIncluded } from '../../../lib/vat.ts';
import { hasDocuments, insertDocument } from './new-document-store.ts';
import { lastDayOfObjections } from './objections/objections.ts';

export interface SandboxDocuments {
  companyId: number;
  partnerId: number;
  month: string;
  papers: readonly { title: string; sum: Kopecks | null; pdf: Buffer }[];
  userId: number;
  /** Time by the sandbox's clock. */
  now: Date;
}

/**
 * Publishes the documents of a sandbox's month, once. They go neither to EDM nor by email. Refuses with 409 if they
 * exist.
 */
export async function publishSandboxDocuments(
  ctx: Context,
  { companyId, partnerId, month, papers, userId, now }: SandboxDocuments,
): Promise<{ id: number; title: string; sum: Kopecks | null }[]> {
  const files = await Promise.all(papers.map(({ pdf }) => ctx.files.put(pdf)));
  const objectUntil = lastDayOfObjections(ctx.programme.today(), now);
  return ctx.db.inSystem(async (tx) => {
    if (await hasDocuments(tx, companyId, month))
      throw conflict('Документы песочницы за этот месяц уже опубликованы');
    const published = [];
    for (const [at, { title, sum, pdf }] of papers.entries()) {
      const file = {
        sha256: files[at] ?? '',
        name: `${title}.pdf`,
        mime: 'application/pdf',
        sizeBytes: pdf.length,
      };
      const vat =
        sum === null ? null : ((vatIncluded(sum, `${month}-01`)?.vatKopecks ?? null) as Kopecks | null);
      const about = { companyId, partnerId, month, title, file, objectUntil, sum, vat, userId, now };
      published.push({ id: await insertDocument(tx, about), title, sum });
    }
    return published;
  });
}

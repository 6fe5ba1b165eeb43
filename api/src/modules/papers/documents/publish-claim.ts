import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/database.ts';
import { notFound } from '../../../errors.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import { type Claim, claimPdf } from './pdf/claim-pdf.ts';
import {
  lockClientForPublishing,
  notifyOfOwnDocument,
  publishOwnDocument,
  storePdf,
} from './publish-own-document.ts';

/**
 * Publishes a claim among the client's documents, where he confirms or objects to it, and sends it by electronic
 * document exchange where he is connected. `alsoIn` writes what belongs to it in the same transaction.
 */
export async function publishClaim(
  ctx: Context,
  { companyId, claim }: { companyId: number; claim: Claim },
  alsoIn: (tx: Db, documentId: number, now: Date) => Promise<void>,
): Promise<number> {
  const title = `Претензия № ${claim.number}`;
  const month = claim.dateIso.slice(0, 7);
  const file = await storePdf(ctx, await claimPdf(claim), title);
  return ctx.db.inSystem(async (tx) => {
    if (!(await lockClientForPublishing(tx, companyId))) throw notFound('Клиент не найден');
    const now = ctx.clock.now();
    const document = { companyId, month, title, file, replaces: null, userId: null, now };
    const documentId = await publishOwnDocument(ctx, tx, document);
    await alsoIn(tx, documentId, now);
    await notifyOfOwnDocument(tx, document, documentId);
    await recordEvent(tx, {
      at: now,
      what: 'document-published',
      companyId,
      targets: [{ kind: 'document', id: documentId }],
      after: { title, month, sum: claim.overdue, sha256: file.sha256 },
    });
    return documentId;
  });
}

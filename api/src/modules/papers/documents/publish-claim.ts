import { ALL_NETWORKS_TITLE } from '#contract/ids.ts';
import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/database.ts';
import { notFound } from '../../../errors.ts';
import { fileName } from '../../../lib/file-name.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import { notify } from '../../messaging/notices/notify.ts';
import { listPartners } from '../../programme/partners/partners.ts';
import { queueForEdm } from '../edm/queue-for-edm.ts';
import { insertDocument, lockClientForPublishing } from './new-document-store.ts';
import { lastDayOfObjections } from './objections/objections.ts';
import { type Claim, claimPdf } from './pdf/claim-pdf.ts';

/**
 * Publishes a claim among the client's documents, where he confirms or objects to it, and sends it by electronic
 * document exchange where he is connected. `alsoIn` writes what belongs to it in the same transaction.
 */
export async function publishClaim(
  ctx: Context,
  { companyId, claim }: { companyId: number; claim: Claim },
  alsoIn: (tx: Db, documentId: number, now: Date) => Promise<void>,
): Promise<number> {
  const bytes = await claimPdf(claim);
  const title = `Претензия № ${claim.number}`;
  const month = claim.dateIso.slice(0, 7);
  const file = {
    sha256: await ctx.files.put(bytes),
    name: `${fileName(title)}.pdf`,
    mime: 'application/pdf',
    sizeBytes: bytes.length,
  };
  // A claim concerns no network; its row is stored under the first one.
  const [partner] = await listPartners(ctx.db.system);
  if (!partner) throw notFound('Сетей нет');
  return ctx.db.inSystem(async (tx) => {
    if (!(await lockClientForPublishing(tx, companyId))) throw notFound('Клиент не найден');
    const now = ctx.clock.now();
    const documentId = await insertDocument(tx, {
      companyId,
      partnerId: partner.id,
      allNetworks: true,
      month,
      title,
      file,
      objectUntil: lastDayOfObjections(ctx.programme.today(), now),
      sum: null,
      vat: null,
      userId: null,
      now,
    });
    await alsoIn(tx, documentId, now);
    await queueForEdm(tx, { companyId, documentId, now });
    await notify(tx, {
      kind: 'month-documents',
      companyId,
      facts: { month, title, documentId, partner: ALL_NETWORKS_TITLE, totalKopecks: null },
      about: `document:${documentId}`,
      now,
    });
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

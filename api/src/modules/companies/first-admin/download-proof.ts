import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import type { FileAnswer } from '../../../http/send-answer.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import { findProof } from './admin-proof-store.ts';

/** The document of a first admin, as it was uploaded; it names a person, so the log says who has read it. */
export async function downloadProof(
  ctx: Context,
  { proofId, by }: { proofId: number; by: { userId: number; ip: string } },
): Promise<FileAnswer> {
  const proof = await findProof(ctx.db.system, proofId);
  if (!proof?.file) throw notFound('Документ не найден');
  const { name, mime, sha256 } = proof.file;
  const file = await ctx.files.read(sha256);
  await recordEvent(ctx.db.system, {
    at: ctx.clock.now(),
    what: 'admin-document-read',
    userId: by.userId,
    companyId: proof.companyId,
    ip: by.ip,
    targets: [{ kind: 'admin-proof', id: proofId }],
  });
  return { file, name, mime };
}

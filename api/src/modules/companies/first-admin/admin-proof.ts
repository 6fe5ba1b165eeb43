import type { Role } from '#contract/access.ts';
import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/database.ts';
import { notAllowed, notFound } from '../../../errors.ts';
import { isUnconfirmed, findProof } from './admin-proof-store.ts';
import type { FileAnswer } from '../../../http/call.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import type { AdminProof } from './proof-record.ts';

/** The proofs of a client, and whether it still has to give any. */
export interface FirstAdmin {
  confirmed: boolean;
  proofs: readonly AdminProof[];
}

export const ALREADY_CONFIRMED = 'Полномочия администратора уже подтверждены';

export const WAITS_FOR_CONFIRMATION =
  'Сначала подтвердите полномочия: раздел «Доступ», «Полномочия администратора». До этого можно открыть доступ только специалисту';

/** Refuses to let an unconfirmed first admin give others the right to money or to roles: 403 (decision 51). */
export async function assertMayGrant(ctx: Context, tx: Db, companyId: number, role: Role): Promise<void> {
  if (role !== 'admin' && role !== 'manager') return;
  if (ctx.config.firstAdminProofs.length === 0) return;
  if (await isUnconfirmed(tx, companyId)) throw notAllowed(WAITS_FOR_CONFIRMATION);
}

/** Returns a first admin's document as it was uploaded. It names a person, so the log records each reader. */
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

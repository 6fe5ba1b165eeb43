import type { Context } from '../../../context.ts';
import { conflict, notFound } from '../../../errors.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import { writeEmail } from '../../messaging/emails/email-writing.ts';
import { decideProof, findProof, lockUnconfirmed } from './admin-proof-store.ts';
import { confirmAdmin } from './confirm-admin.ts';
import type { AdminProof } from './proof-record.ts';

export interface DocumentDecision {
  proofId: number;
  /** Null when the document shows what it should. */
  refusal: string | null;
  by: { userId: number; ip: string };
}

/**
 * Stores the staff's decision on a first admin's document: it confirms the admin, or is refused with a reason that the
 * admin reads. A repeat changes nothing. Refuses: 404 no such document, 409 it was decided otherwise or a newer one
 * replaced it.
 */
export async function decideDocument(ctx: Context, decision: DocumentDecision): Promise<AdminProof> {
  const { proofId, refusal, by } = decision;
  const proof = await findProof(ctx.db.system, proofId);
  if (proof?.kind !== 'document') throw notFound('Документ не найден');
  await ctx.db.inSystem(async (tx) => {
    const { companyId } = proof;
    if ((await lockUnconfirmed(tx, companyId)) === null) throw conflict('Компания вышла из программы');
    const now = ctx.clock.now();
    const state = refusal === null ? 'confirmed' : 'refused';
    if (!(await decideProof(tx, { id: proofId, state, reason: refusal, staffId: by.userId, now })))
      return assertSame(await findProof(tx, proofId), state, refusal);
    const adminId = proof.givenBy.id;
    if (refusal === null) await confirmAdmin(tx, { companyId, adminId, by, kind: 'document', now });
    else {
      await recordEvent(tx, {
        at: now,
        what: 'admin-document-refused',
        userId: by.userId,
        companyId,
        ip: by.ip,
        targets: [{ kind: 'person', id: adminId }],
        details: { proofId, reason: refusal },
      });
    }
    await writeEmail(tx, {
      kind: 'authority-decided',
      userId: adminId,
      companyId,
      facts: { reason: refusal },
      about: `admin-proof:${proofId}`,
      now,
    });
  });
  return proof;
}

function assertSame(proof: AdminProof | null, state: AdminProof['state'], reason: string | null): void {
  if (proof?.state === state && proof.reason === reason) return;
  throw conflict(
    proof?.state === 'confirmed'
      ? 'Документ уже подтверждён'
      : `Документ уже отклонён: «${proof?.reason ?? 'причина не указана'}»`,
  );
}

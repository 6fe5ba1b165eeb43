import type { Context } from '../../../../context.ts';
import type { Session } from '../../../../http/session.ts';
import { readPerson } from '../../../messaging/users/users.ts';
import type { EvidenceRecord } from './evidence.ts';

/** Returns the signer, as the evidence names them. The phone identifies the signer (63-ФЗ, article 9). */
export async function readSigner(
  ctx: Context,
  session: Pick<Session, 'id' | 'userId' | 'role'>,
): Promise<EvidenceRecord['signer']> {
  const { firstname, lastname, phone } = await readPerson(ctx.db.system, session.userId);
  return {
    userId: session.userId,
    name: [lastname, firstname].filter(Boolean).join(' ') || 'имя не указано',
    phone,
    role: session.role,
    sessionId: session.id,
  };
}

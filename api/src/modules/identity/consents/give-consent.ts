import type { Db } from '../../../db/database.ts';
import { conflict } from '../../../errors.ts';
import { insertAct, lockLastAct, requireCurrentConsent } from './consents.ts';
import type { CallOrigin } from '../../../http/call.ts';

const NEWER_CONSENT = 'Вышла новая редакция согласия. Прочитайте её и отметьте согласие ещё раз';

export interface GivenConsent {
  userId: number;
  /** The version that the person has read. */
  version: number;
  from: CallOrigin;
  now: Date;
}

/**
 * Records that a person agrees to the processing of their data, with the hash of the exact text that they read. A
 * repeat for the same wording keeps the first time. Refuses with 409 when another wording is current.
 */
export async function giveConsent(tx: Db, { userId, version, from, now }: GivenConsent): Promise<Date> {
  const current = await requireCurrentConsent(tx);
  if (version !== current.version) throw conflict(NEWER_CONSENT);
  const last = await lockLastAct(tx, userId);
  if (last?.act === 'given' && last.version === version) return last.at;
  await insertAct(tx, { act: 'given', version, sha256: current.sha256, userId, ...from, at: now });
  return now;
}

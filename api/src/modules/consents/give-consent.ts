import type { Db } from '../../db/database.ts';
import { conflict } from '../../errors.ts';
import type { CallOrigin } from '../../http/bind.ts';
import { insertAct, lockLastAct, requireCurrentConsent } from './consent-store.ts';

const NEWER_CONSENT = 'Вышла новая редакция согласия. Прочитайте её и отметьте согласие ещё раз';

export interface GivenConsent {
  userId: number;
  /** The version that the person has read. */
  version: number;
  from: CallOrigin;
  now: Date;
}

/**
 * Writes down that a person agrees to the processing of his data, with the hash of exactly what he read. Said again to the
 * same wording it keeps its time. 409 where another wording is in force.
 */
export async function giveConsent(tx: Db, { userId, version, from, now }: GivenConsent): Promise<Date> {
  const current = await requireCurrentConsent(tx);
  if (version !== current.version) throw conflict(NEWER_CONSENT);
  const last = await lockLastAct(tx, userId);
  if (last?.act === 'given' && last.version === version) return last.at;
  await insertAct(tx, { act: 'given', version, sha256: current.sha256, userId, ...from, at: now });
  return now;
}

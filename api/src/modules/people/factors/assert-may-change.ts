import { FACTOR_FRESH_SECONDS } from '#contract/second-factor.ts';
import type { Db } from '../../../db/database.ts';
import { Refusal } from '../../../errors.ts';
import { factorNeeded } from '../../../http/assert-factor.ts';
import { findProofs } from '../auth/find-proofs.ts';

const SIGN_IN_ANEW =
  'Первый фактор подключают в течение 15 минут после входа по СМС. Выйдите и войдите заново';

/**
 * Who has a factor has shown it in this session within the last 15 minutes; a first one is connected within 15 minutes
 * after the sign-in. So neither an open screen nor a stolen session is enough.
 */
export async function assertMayChange(db: Db, sessionId: number, now: Date): Promise<void> {
  const { hasFactor, factorAt, signedInAt } = await findProofs(db, sessionId);
  if (hasFactor) {
    if (!isFresh(factorAt, now)) throw factorNeeded('confirm');
  } else if (!isFresh(signedInAt, now)) {
    throw new Refusal(403, 'code', SIGN_IN_ANEW);
  }
}

function isFresh(at: Date | null, now: Date): boolean {
  return at !== null && now.getTime() - at.getTime() < FACTOR_FRESH_SECONDS * 1000;
}

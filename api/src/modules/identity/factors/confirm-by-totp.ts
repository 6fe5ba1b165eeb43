import { FACTOR_MESSAGES } from '#contract/identity/second-factor.ts';
import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/database.ts';
import { fieldRefusal } from '../../../errors.ts';
import { openSealed } from '../../../lib/secrets.ts';
import { answerFactor } from './answer-factor.ts';
import { listTotps, useStep } from './factor-store.ts';
import { findStep } from './one-time-password.ts';
import type { Answering } from './factor.ts';

/** Confirms the session by a one-time password; a password that was used, or is older than one that was, is refused. */
export async function confirmByTotp(ctx: Context, who: Answering, code: string): Promise<Date> {
  const { at } = await answerFactor(ctx, { way: 'totp', who }, (tx, now) =>
    usePassword(ctx, tx, { userId: who.userId, code, now }),
  );
  return at;
}

async function usePassword(
  ctx: Context,
  tx: Db,
  { userId, code, now }: { userId: number; code: string; now: Date },
): Promise<void> {
  const key = ctx.config.secondFactor.totpKey;
  for (const totp of await listTotps(tx, userId)) {
    const secret = key && openSealed(totp.secretSealed, key);
    const step = secret ? findStep(code, secret, now) : null;
    if (step === null) continue;
    if (await useStep(tx, { id: totp.id, step, now })) return;
    throw fieldRefusal('code', FACTOR_MESSAGES.used);
  }
  throw fieldRefusal('code', FACTOR_MESSAGES.wrong);
}

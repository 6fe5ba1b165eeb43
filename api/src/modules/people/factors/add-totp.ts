import { FACTOR_MESSAGES } from '#contract/second-factor.ts';
import type { Context } from '../../../context.ts';
import { conflict, fieldRefusal } from '../../../errors.ts';
import { openSealed } from '../../../lib/secrets.ts';
import { answerFactor } from './answer-factor.ts';
import { findOfferedSecret, takeOfferedSecret } from './challenge-store.ts';
import { insertTotp } from './factor-store.ts';
import type { Answering } from './factor.ts';
import { keepFactor, type Added } from './keep-factor.ts';
import { stepOf } from './one-time-password.ts';

const TOO_LATE = 'Код для подключения устарел. Начните подключение заново';

/** Connects the application that was shown the secret, by the code that it shows now. That code is used by this. */
export async function addTotp(
  ctx: Context,
  who: Answering,
  { code, title }: { code: string; title: string },
): Promise<Added> {
  const { sessionId, userId } = who;
  const { found } = await answerFactor(ctx, { way: 'totp', who }, async (tx, now) => {
    const secretSealed = await findOfferedSecret(tx, { sessionId, now });
    const key = ctx.config.secondFactor.totpKey;
    const secret = secretSealed && key && openSealed(secretSealed, key);
    if (!secretSealed || !secret) throw conflict(TOO_LATE);
    const step = stepOf(code, secret, now);
    if (step === null) throw fieldRefusal('code', FACTOR_MESSAGES.wrong);
    return keepFactor(ctx, tx, {
      who,
      now,
      insert: async () => {
        if (!(await takeOfferedSecret(tx, { sessionId, secretSealed }))) throw conflict(TOO_LATE);
        return insertTotp(tx, { userId, title, secretSealed, step, now });
      },
    });
  });
  return found;
}

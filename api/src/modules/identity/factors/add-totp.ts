import { FACTOR_MESSAGES } from '#contract/identity/second-factor.ts';
import { formatPhone } from '#contract/values/phone.ts';
import type { Context } from '../../../context.ts';
import { conflict, fieldRefusal } from '../../../errors.ts';
import { openSealed, seal } from '../../../lib/secrets.ts';
import { answerFactor } from './answer-factor.ts';
import { findOfferedSecret, takeOfferedSecret, insertOfferedSecret } from './challenge-store.ts';
import { insertTotp } from './factor-store.ts';
import { type Added, assertMayChange, storeFactor } from './factors.ts';
import { findStep, newTotpSecret, totpAddress } from './one-time-password.ts';
import { readPerson } from '../../messaging/users/users.ts';
import type { Answering } from './factor.ts';

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
    const step = findStep(code, secret, now);
    if (step === null) throw fieldRefusal('code', FACTOR_MESSAGES.wrong);
    return storeFactor(ctx, tx, {
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

const NO_TOTP = 'Одноразовые пароли на этом портале не подключают. Подключите ключ доступа';

/** Offers a secret to an application of one-time passwords; it is connected by its first code. */
export async function beginTotp(
  ctx: Context,
  who: Answering,
): Promise<{ secret: string; uri: string; expiresAt: Date }> {
  const now = ctx.clock.now();
  const key = ctx.config.secondFactor.totpKey;
  if (key === null) throw conflict(NO_TOTP);
  const secret = newTotpSecret();
  const offered = { sessionId: who.sessionId, secretSealed: seal(secret, key), now };
  const { phone } = await readPerson(ctx.db.system, who.userId);
  const expiresAt = await ctx.db.inSystem(async (tx) => {
    await assertMayChange(tx, who.sessionId, now);
    return insertOfferedSecret(tx, offered);
  });
  const uri = totpAddress({ secret, issuer: ctx.programme.today().name, label: formatPhone(phone) });
  return { secret, uri, expiresAt };
}

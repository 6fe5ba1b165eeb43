import type { Context } from '../../../context.ts';
import { formatPhone } from '#contract/phone.ts';
import { conflict } from '../../../errors.ts';
import { seal } from '../../../lib/secrets.ts';
import { readPerson } from '../users/read-person.ts';
import { assertMayChange } from './assert-may-change.ts';
import { insertOfferedSecret } from './challenge-store.ts';
import type { Answering } from './factor.ts';
import { newTotpSecret, totpAddress } from './one-time-password.ts';

const NO_TOTP = 'Одноразовые пароли на этой площадке не подключают. Подключите ключ доступа';

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
  const uri = totpAddress({ secret, issuer: ctx.config.operator.name, label: formatPhone(phone) });
  return { secret, uri, expiresAt };
}

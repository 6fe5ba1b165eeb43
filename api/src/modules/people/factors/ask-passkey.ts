import { generateAuthenticationOptions } from '@simplewebauthn/server';
import type { Context } from '../../../context.ts';
import { conflict } from '../../../errors.ts';
import { insertChallenge } from './challenge-store.ts';
import { listPasskeys } from './factor-store.ts';
import type { Answering } from './factor.ts';
import type { Site } from './site.ts';

const NO_PASSKEY = 'Для этого сайта ключа доступа нет. Подтвердите вход другим способом';

/** What the browser hands to one of the person's passkeys. 409 when there is none for this site. */
export async function askPasskey(ctx: Context, who: Answering, site: Site | null) {
  const now = ctx.clock.now();
  const { userId, sessionId } = who;
  const passkeys = site ? await listPasskeys(ctx.db.system, { userId, rpId: site.rpId }) : [];
  if (!site || passkeys.length === 0) throw conflict(NO_PASSKEY);
  const options = await generateAuthenticationOptions({
    rpID: site.rpId,
    allowCredentials: passkeys.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
    userVerification: 'preferred',
  });
  await insertChallenge(ctx.db.system, { sessionId, purpose: 'confirm', challenge: options.challenge, now });
  return options;
}

import { generateRegistrationOptions } from '@simplewebauthn/server';
import { formatPhone } from '#contract/phone.ts';
import type { Context } from '../../../context.ts';
import { conflict } from '../../../errors.ts';
import { hashOf } from '../../../lib/secrets.ts';
import { readPerson } from '../users/read-person.ts';
import { assertMayChange } from './assert-may-change.ts';
import { insertChallenge } from './challenge-store.ts';
import { listPasskeys } from './factor-store.ts';
import type { Answering } from './factor.ts';
import { PASSKEY_ALGORITHMS, type Site } from './site.ts';

const NO_SITE = 'По этому адресу сайта браузер не создаёт ключей доступа. Подключите одноразовые пароли';

/** What the browser makes a passkey by. Keys that the person has already are left out. */
export async function beginPasskey(ctx: Context, who: Answering, site: Site | null) {
  if (!site) throw conflict(NO_SITE);
  const now = ctx.clock.now();
  const { userId, sessionId } = who;
  const { phone, firstname, lastname } = await readPerson(ctx.db.system, userId);
  const known = await listPasskeys(ctx.db.system, { userId, rpId: site.rpId });
  const options = await generateRegistrationOptions({
    rpName: ctx.config.operator.name,
    rpID: site.rpId,
    userName: formatPhone(phone),
    userDisplayName: [firstname, lastname].filter(Boolean).join(' '),
    // A name of the person that says nothing to whoever reads the key.
    userID: new Uint8Array(hashOf(`passkey:${userId}`)),
    attestationType: 'none',
    supportedAlgorithmIDs: [...PASSKEY_ALGORITHMS],
    excludeCredentials: known.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  });
  await ctx.db.inSystem(async (tx) => {
    await assertMayChange(tx, sessionId, now);
    await insertChallenge(tx, { sessionId, purpose: 'add-passkey', challenge: options.challenge, now });
  });
  return options;
}

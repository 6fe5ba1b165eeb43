import { verifyAuthenticationResponse } from '@simplewebauthn/server';
import type { BodyOf } from '#contract/endpoint.ts';
import type { confirmByPasskey as call } from '#contract/second-factor.ts';
import type { Context } from '../../../context.ts';
import { badRequest } from '../../../errors.ts';
import { answerFactor } from './answer-factor.ts';
import { takeChallenge } from './challenge-store.ts';
import { countUse, lockPasskey } from './factor-store.ts';
import type { Answering, PasskeyRecord } from './factor.ts';
import type { Site } from './site.ts';

type Said = BodyOf<typeof call>['answer'];

const NOT_CONFIRMED = 'Ключ доступа не подтвердил вход. Попробуйте ещё раз';

/**
 * Confirms the session by a passkey's answer. Refuses what answers another question or the same one again, comes from
 * another site or person, is signed by another key, or counts no further than before, as a copied key does.
 */
export async function confirmByPasskey(
  ctx: Context,
  who: Answering,
  { site, said }: { site: Site | null; said: Said },
): Promise<Date> {
  const { sessionId, userId } = who;
  const asked = { sessionId, purpose: 'confirm', now: ctx.clock.now() } as const;
  const challenge = await takeChallenge(ctx.db.system, asked);
  const { at } = await answerFactor(ctx, { way: 'passkey', who }, async (tx, now) => {
    if (!site || challenge === null) throw badRequest(NOT_CONFIRMED);
    const passkey = await lockPasskey(tx, { userId, credentialId: said.id, rpId: site.rpId });
    const uses = passkey && (await usesIn(said, { passkey, site, challenge }));
    if (!passkey || uses === null) throw badRequest(NOT_CONFIRMED);
    await countUse(tx, { id: passkey.id, uses, now });
  });
  return at;
}

/** How often the key has been used by what it says now; null when the answer is not good. */
async function usesIn(
  said: Said,
  { passkey, site, challenge }: { passkey: PasskeyRecord; site: Site; challenge: string },
): Promise<number | null> {
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...said, clientExtensionResults: {}, response: answerOf(said) },
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.rpId,
      requireUserVerification: false,
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(passkey.publicKey),
        counter: passkey.uses,
      },
    });
    return verified ? authenticationInfo.newCounter : null;
  } catch {
    // The library throws at whatever is not as it should be.
    return null;
  }
}

function answerOf({ response: { userHandle, ...rest } }: Said) {
  return userHandle ? { ...rest, userHandle } : rest;
}

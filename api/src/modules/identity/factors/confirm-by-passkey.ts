import { verifyAuthenticationResponse, generateAuthenticationOptions } from '@simplewebauthn/server';
import type { EndpointBody } from '#contract/endpoint.ts';
import type { confirmByPasskey as call } from '#contract/identity/second-factor.ts';
import type { Context } from '../../../context.ts';
import { badRequest, conflict } from '../../../errors.ts';
import { answerFactor } from './answer-factor.ts';
import { takeChallenge, insertChallenge } from './challenge-store.ts';
import { countUse, lockPasskey, listPasskeys } from './factor-store.ts';
import type { Site } from './site.ts';
import type { Answering, PasskeyRecord } from './factor.ts';

export type AnswerInput = EndpointBody<typeof call>['answer'];

const NOT_CONFIRMED = 'Ключ доступа не подтвердил вход. Попробуйте ещё раз';

/**
 * Confirms the session by a passkey's answer. Refuses what answers another question or the same one again, comes from
 * another site or person, is signed by another key, or counts no further than before, as a copied key does.
 */
export async function confirmByPasskey(
  ctx: Context,
  who: Answering,
  { site, input }: { site: Site | null; input: AnswerInput },
): Promise<Date> {
  const { sessionId, userId } = who;
  const request = { sessionId, purpose: 'confirm', now: ctx.clock.now() } as const;
  const challenge = await takeChallenge(ctx.db.system, request);
  const { at } = await answerFactor(ctx, { way: 'passkey', who }, async (tx, now) => {
    if (!site || challenge === null) throw badRequest(NOT_CONFIRMED);
    const passkey = await lockPasskey(tx, { userId, credentialId: input.id, rpId: site.rpId });
    const uses = passkey && (await usesIn(input, { passkey, site, challenge }));
    if (!passkey || uses === null) throw badRequest(NOT_CONFIRMED);
    await countUse(tx, { id: passkey.id, uses, now });
  });
  return at;
}

interface AskedPasskey {
  passkey: PasskeyRecord;
  site: Site;
  challenge: string;
  /** The key must have verified its user, by a PIN, a finger or a face. */
  ofVerifiedUser?: boolean;
}

/** Returns the key's own count of its uses, or null when the answer is invalid. */
export async function usesIn(
  input: AnswerInput,
  { passkey, site, challenge, ofVerifiedUser = false }: AskedPasskey,
): Promise<number | null> {
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...input, clientExtensionResults: {}, response: toWebauthnResponse(input) },
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.rpId,
      requireUserVerification: ofVerifiedUser,
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(passkey.publicKey),
        counter: passkey.uses,
      },
    });
    return verified ? authenticationInfo.newCounter : null;
  } catch {
    // The library throws for every invalid answer.
    return null;
  }
}

function toWebauthnResponse({ response: { userHandle, ...rest } }: AnswerInput) {
  return userHandle ? { ...rest, userHandle } : rest;
}

const NO_PASSKEY = 'Для этого сайта ключа доступа нет. Подтвердите вход другим способом';

/**
 * Returns the challenge that the browser passes to one of the person's passkeys. Refuses with 409 when there is none
 * for this site.
 */
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

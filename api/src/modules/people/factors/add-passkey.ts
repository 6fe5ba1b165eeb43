import { verifyRegistrationResponse } from '@simplewebauthn/server';
import type { BodyOf } from '#contract/endpoint.ts';
import type { addPasskey as call } from '#contract/second-factor.ts';
import type { Context } from '../../../context.ts';
import { badRequest, conflict } from '../../../errors.ts';
import { answerFactor } from './answer-factor.ts';
import { takeChallenge } from './challenge-store.ts';
import { insertPasskey } from './factor-store.ts';
import type { Answering, PasskeyRecord } from './factor.ts';
import { keepFactor, type Added } from './keep-factor.ts';
import { PASSKEY_ALGORITHMS, type Site } from './site.ts';

type Said = BodyOf<typeof call>['answer'];
type NewKey = Omit<PasskeyRecord, 'id'>;

const NOT_CONNECTED = 'Ключ доступа не подключился. Попробуйте ещё раз';

/** Connects a passkey that was made for the last question of this session, for this site. */
export async function addPasskey(
  ctx: Context,
  who: Answering,
  { site, said, title }: { site: Site | null; said: Said; title: string },
): Promise<Added> {
  const { sessionId, userId } = who;
  const asked = { sessionId, purpose: 'add-passkey', now: ctx.clock.now() } as const;
  const challenge = await takeChallenge(ctx.db.system, asked);
  const { found } = await answerFactor(ctx, { way: 'passkey', who }, async (tx, now) => {
    const key = site && challenge !== null ? await newKeyIn(said, { site, challenge }) : null;
    if (!key) throw badRequest(NOT_CONNECTED);
    return keepFactor(ctx, tx, {
      who,
      now,
      insert: async () => {
        const factor = await insertPasskey(tx, { ...key, userId, title, now });
        if (!factor) throw conflict('Этот ключ доступа уже подключён');
        return factor;
      },
    });
  });
  return found;
}

/** Null when the answer is not good. */
async function newKeyIn(
  said: Said,
  { site, challenge }: { site: Site; challenge: string },
): Promise<NewKey | null> {
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...said, clientExtensionResults: {}, response: answerOf(said) },
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.rpId,
      requireUserVerification: false,
      supportedAlgorithmIDs: [...PASSKEY_ALGORITHMS],
    });
    if (!verified) return null;
    const { id, publicKey, counter } = registrationInfo.credential;
    return {
      credentialId: id,
      publicKey: Buffer.from(publicKey),
      rpId: site.rpId,
      uses: counter,
      transports: said.response.transports ?? [],
    };
  } catch {
    // The library throws at whatever is not as it should be.
    return null;
  }
}

function answerOf({ response: { transports, ...rest } }: Said) {
  return transports ? { ...rest, transports } : rest;
}

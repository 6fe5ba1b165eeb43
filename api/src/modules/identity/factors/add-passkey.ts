import { verifyRegistrationResponse, generateRegistrationOptions } from '@simplewebauthn/server';
import type { EndpointBody } from '#contract/endpoint.ts';
import type { addPasskey as call } from '#contract/identity/second-factor.ts';
import { formatPhone } from '#contract/values/phone.ts';
import type { Context } from '../../../context.ts';
import { badRequest, conflict } from '../../../errors.ts';
import { answerFactor } from './answer-factor.ts';
import { takeChallenge, insertChallenge } from './challenge-store.ts';
import { insertPasskey, listPasskeys } from './factor-store.ts';
import { type Added, assertMayChange, storeFactor } from './factors.ts';
import { PASSKEY_ALGORITHMS, passkeyHandle, type Site } from './site.ts';
import { readPerson } from '../../messaging/users/users.ts';
import type { Answering, PasskeyRecord } from './factor.ts';

type AnswerInput = EndpointBody<typeof call>['answer'];
type NewKey = Omit<PasskeyRecord, 'id'>;

const NOT_CONNECTED = 'Ключ доступа не подключился. Попробуйте ещё раз';

/** Connects a passkey that was made for the last question of this session, for this site. */
export async function addPasskey(
  ctx: Context,
  who: Answering,
  { site, input, title }: { site: Site | null; input: AnswerInput; title: string },
): Promise<Added> {
  const { sessionId, userId } = who;
  const request = { sessionId, purpose: 'add-passkey', now: ctx.clock.now() } as const;
  const challenge = await takeChallenge(ctx.db.system, request);
  const { found } = await answerFactor(ctx, { way: 'passkey', who }, async (tx, now) => {
    const key = site && challenge !== null ? await newKeyIn(input, { site, challenge }) : null;
    if (!key) throw badRequest(NOT_CONNECTED);
    return storeFactor(ctx, tx, {
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

/** Returns null when the answer is invalid. */
async function newKeyIn(
  input: AnswerInput,
  { site, challenge }: { site: Site; challenge: string },
): Promise<NewKey | null> {
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...input, clientExtensionResults: {}, response: toWebauthnResponse(input) },
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
      transports: input.response.transports ?? [],
    };
  } catch {
    // The library throws for every invalid answer.
    return null;
  }
}

function toWebauthnResponse({ response: { transports, ...rest } }: AnswerInput) {
  return transports ? { ...rest, transports } : rest;
}

const NO_SITE = 'По этому адресу сайта браузер не создаёт ключей доступа. Подключите одноразовые пароли';

/** Returns the browser's options to create a passkey. The person's existing keys are excluded. */
export async function beginPasskey(ctx: Context, who: Answering, site: Site | null) {
  if (!site) throw conflict(NO_SITE);
  const now = ctx.clock.now();
  const { userId, sessionId } = who;
  const { phone, firstname, lastname } = await readPerson(ctx.db.system, userId);
  const known = await listPasskeys(ctx.db.system, { userId, rpId: site.rpId });
  const options = await generateRegistrationOptions({
    rpName: ctx.programme.today().name,
    rpID: site.rpId,
    userName: formatPhone(phone),
    userDisplayName: [firstname, lastname].filter(Boolean).join(' '),
    userID: new Uint8Array(passkeyHandle(userId)),
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

import { startAuthentication, startRegistration, WebAuthnError } from '@simplewebauthn/browser';
import type { Sent } from '#contract/endpoint.ts';
import { addPasskey, askPasskey, beginPasskey, confirmByPasskey } from '#contract/identity/second-factor.ts';
import { call, CallFailed, type CallAnswer } from '../../../server/client.ts';

type Creation = Parameters<typeof startRegistration>[0]['optionsJSON'];
type Request = Parameters<typeof startAuthentication>[0]['optionsJSON'];
type Created = Sent<NonNullable<(typeof addPasskey)['body']>>['answer'];
type PasskeyAnswer = Sent<NonNullable<(typeof confirmByPasskey)['body']>>['answer'];

export function hasPasskeys(): boolean {
  return typeof window.PublicKeyCredential === 'function';
}

/** Has the browser make a passkey, and connects it. */
export async function createPasskey({ title }: { title: string }): Promise<CallAnswer<typeof addPasskey>> {
  const { data } = await call(beginPasskey);
  const answer = await translateFailure(startRegistration({ optionsJSON: data as unknown as Creation }));
  return call(addPasskey, { body: { answer: answer as Created, title } });
}

/** Has the browser ask for one of the person's passkeys, and confirms the session by it. */
export async function usePasskey(): Promise<CallAnswer<typeof confirmByPasskey>> {
  const { data } = await call(askPasskey);
  const answer = await translateFailure(startAuthentication({ optionsJSON: data as unknown as Request }));
  return call(confirmByPasskey, { body: { answer: answer as PasskeyAnswer } });
}

/** Translates the browser's refusal into text. It does not reveal whether the user clicked «Отмена» or had no key. */
async function translateFailure<Answer>(asking: Promise<Answer>): Promise<Answer> {
  try {
    return await asking;
  } catch (error) {
    const isKnown =
      error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED';
    throw new CallFailed(
      400,
      isKnown ? 'Этот ключ доступа уже подключён' : 'Ключ доступа не ответил. Попробуйте ещё раз',
    );
  }
}

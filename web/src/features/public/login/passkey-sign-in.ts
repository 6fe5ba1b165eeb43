import type { Sent } from '#contract/endpoint.ts';
import { askSignInPasskey, signInByPasskey as signInCall } from '#contract/identity/sign-in.ts';
import { call, CallFailed } from '../../../server/client.ts';
import type { Question } from './passkey-browser.ts';
import type { SignedIn } from './sign-in.ts';

type PasskeyAnswer = Sent<NonNullable<(typeof signInCall)['body']>>['answer'];

/** Few sign in by a passkey: the code that asks the browser is not loaded with the page. */
const loadBrowser = () => import('./passkey-browser.ts');

/** Returns false at a numeric address, where browsers have no passkeys. */
export function offersPasskeys(): boolean {
  return typeof window.PublicKeyCredential === 'function' && !/^[\d.]+$|^\[/.test(window.location.hostname);
}

/** Has the browser show the passkeys that it knows for this site, and signs in by the chosen one. */
export async function signInByPasskey(): Promise<SignedIn> {
  const answer = await askBrowser({ suggested: false });
  if (!answer) throw new CallFailed(400, 'Ключ доступа не ответил. Войдите по номеру телефона');
  return send(answer);
}

/**
 * Offers passkeys among the suggestions of the phone field. Resolves when the user has chosen one; null when the browser
 * has no such suggestions, the user does something else, or the portal has no question left.
 */
export async function signInBySuggestedPasskey(): Promise<SignedIn | null> {
  if (!(await (await loadBrowser()).canSuggestPasskeys())) return null;
  const answer = await askBrowser({ suggested: true });
  return answer && send(answer);
}

/** Withdraws the suggestions. */
export async function withdrawSuggestions(): Promise<void> {
  (await loadBrowser()).cancelAsking();
}

async function askBrowser({ suggested }: { suggested: boolean }): Promise<object | null> {
  const { askForPasskey } = await loadBrowser();
  const { data } = await call(askSignInPasskey);
  return askForPasskey(data as unknown as Question, { suggested });
}

async function send(answer: object): Promise<SignedIn> {
  const { data } = await call(signInCall, { body: { answer: answer as PasskeyAnswer } });
  return { tokens: data.tokens, user: data.user };
}

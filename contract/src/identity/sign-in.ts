import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { requiredText } from '../fields.ts';
import { phoneField } from '../values/phone.ts';
import { signedInUser, tokens } from './auth.ts';
import { assertion, publicKeyOptions } from './second-factor.ts';

/** Sign-ins without an SMS: docs/calls.md 2 and decisions 183 and 184. */

/** How a session was opened. */
export const OPENED_BY = ['sms', 'chat', 'passkey'] as const;
export type OpenedBy = (typeof OPENED_BY)[number];

/** Time after which a code that has not come by SMS may be sent to a chat. */
export const CHAT_CODE_AFTER_SECONDS = 30;

/** Asks any passkey of this site, before it is known who signs in. Refuses with 429 above the limits. */
export const askSignInPasskey = endpoint({
  name: 'askSignInPasskey',
  method: 'POST',
  path: '/api/sign-in/passkey/options',
  summary: 'What to hand to navigator.credentials.get(), to sign in by a passkey without a phone',
  caller: 'public',
  data: publicKeyOptions,
  source: 'docs/calls.md 2',
});

/** Refuses with 400 a wrong, late or repeated answer, an unknown key, and a key that has not verified its user. */
export const signInByPasskey = endpoint({
  name: 'signInByPasskey',
  method: 'POST',
  path: '/api/sign-in/passkey',
  summary: 'Opens a session by a passkey’s answer to the last question; its second factor is shown by that',
  caller: 'public',
  body: z.object({ answer: assertion }),
  data: z.object({ tokens, user: signedInUser }),
  source: 'docs/calls.md 2',
});

/** Answers the same whether or not a chat is linked. Refuses with 429 sooner than 30 s after the SMS. */
export const sendSignInCodeToChat = endpoint({
  name: 'sendSignInCodeToChat',
  method: 'POST',
  path: '/api/sign-in/code/chat',
  summary: 'Sends a code of this sign-in to the chat that the phone’s user has linked, if there is one',
  caller: 'public',
  body: z.object({ phone: phoneField, token: requiredText(200) }),
  data: z.object({}),
  source: 'docs/calls.md 2',
});

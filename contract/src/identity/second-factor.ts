import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { absentWhenEmpty, flag, idParams, moment, optionalText, requiredText } from '../fields.ts';

/** The second factor: passkeys, one-time passwords, recovery codes (docs/calls.md 9). */

export const FACTOR_KINDS = ['passkey', 'totp'] as const;
export type FactorKind = (typeof FACTOR_KINDS)[number];

/** Step before a session may continue: connect a first factor, or confirm itself by the existing one. */
export const FACTOR_ASKS = ['enrol', 'confirm'] as const;
export type FactorAsk = (typeof FACTOR_ASKS)[number];

/** `reason` of the refusal when a session lacks its factor. `data.factor` names what is required. */
export const FACTOR_REASON = 'factor';

export const FACTOR_TITLE_MAX = 60;
/** Maximum per person. */
export const FACTORS_MAX = 10;
export const RECOVERY_CODES = 10;
/** Wrong answers in a row until a session has to wait, and for how long; each further five double the wait, up to a day. */
export const FACTOR_MAX_TRIES = 5;
export const FACTOR_WAIT_SECONDS = 900;
export const FACTOR_MAX_WAIT_SECONDS = 86_400;
/** One-time passwords that all sessions of a person may try in a day on devices where the factor was never shown. */
export const FACTOR_DAY_TRIES = 10;
/** A first factor is connected so soon after the sign-in; others, and removals, so soon after a confirmation. */
export const FACTOR_FRESH_SECONDS = 900;
export const TOTP_DIGITS = 6;

export const FACTOR_MESSAGES = {
  confirm: 'Подтвердите вход вторым фактором',
  enrol: 'Сначала подключите второй фактор',
  wrong: 'Неверный код. Проверьте, что на телефоне верное время',
  used: 'Этот код уже использован. Дождитесь следующего',
  malformed: `Код состоит из ${TOTP_DIGITS} цифр`,
  tooMany: 'Слишком много неверных попыток. Повторите',
  dayOver:
    'Сегодня слишком много неверных кодов на новых устройствах. Войдите ключом доступа, кодом восстановления или на устройстве, где уже входили, либо повторите',
  recovery: 'Такого кода восстановления нет, или он уже использован',
};

const oneFactor = z.object({
  id: z.int(),
  kind: z.enum(FACTOR_KINDS),
  title: z.string(),
  created_at: moment,
  used_at: moment.nullable(),
});

const codesShownOnce = z
  .array(z.string())
  .nullable()
  .meta({ description: 'ten recovery codes, shown this once; null when there were some before' });

const added = z.object({ factor: oneFactor, recovery_codes: codesShownOnce });
const confirmed = z.object({ confirmed_at: moment });

/** Six digits; a space in the middle does no harm, and a JSON number gets its leading zeros back. */
const totpCode = z
  .union([z.string().max(40, FACTOR_MESSAGES.malformed), z.number()], { error: FACTOR_MESSAGES.malformed })
  .transform((code) =>
    typeof code === 'number' ? String(code).padStart(TOTP_DIGITS, '0') : code.replaceAll(/\s/g, ''),
  )
  .refine((code) => /^\d{6}$/.test(code), FACTOR_MESSAGES.malformed);

const title = absentWhenEmpty(optionalText(FACTOR_TITLE_MAX));

/** Bytes as WebAuthn writes them. */
function bytes(max: number) {
  return z
    .string({ error: 'Ожидается ответ ключа доступа' })
    .min(1)
    .max(max, 'Ответ ключа доступа слишком длинный')
    .regex(/^[\w-]+$/, 'Ожидается ответ ключа доступа');
}

const credential = {
  id: bytes(1400),
  rawId: bytes(1400),
  type: z.literal('public-key', { error: 'Ожидается ответ ключа доступа' }),
};

/** Result of `navigator.credentials.create()`, as JSON. */
const registration = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes(4000),
    attestationObject: bytes(20_000),
    transports: z.array(z.string().max(30)).max(10).optional(),
  }),
});

/** Result of `navigator.credentials.get()`, as JSON. */
export const assertion = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes(4000),
    authenticatorData: bytes(4000),
    signature: bytes(4000),
    userHandle: z.string().max(400).nullish(),
  }),
});

export const publicKeyOptions = z
  .looseObject({ challenge: z.string() })
  .meta({ description: 'options in the JSON of WebAuthn, good for five minutes and for one answer' });

export const readFactors = endpoint({
  name: 'readFactors',
  method: 'GET',
  path: '/api/factor',
  summary: 'The second factor of the caller, and what this session has to do about it',
  caller: 'signed-in',
  beforeFactor: true,
  data: z.object({
    asks: z
      .enum(FACTOR_ASKS)
      .nullable()
      .meta({ description: 'without it the session’s calls are refused, or those that write' }),
    required: z.boolean().meta({ description: 'the last factor can’t be removed' }),
    confirmed_at: moment.nullable(),
    ways: z.array(z.enum([...FACTOR_KINDS, 'recovery'])).meta({ description: 'to confirm this session' }),
    can_add: z.array(z.enum(FACTOR_KINDS)),
    factors: z.array(oneFactor).meta({ description: 'empty until the session is confirmed' }),
    recovery_codes_left: z.int(),
    company_requires: z.boolean().nullable().meta({ description: 'null: the caller is of no company' }),
  }),
  source: 'docs/calls.md 9',
});

export const confirmByTotp = endpoint({
  name: 'confirmByTotp',
  method: 'POST',
  path: '/api/factor/totp',
  summary:
    'Confirms the session by a one-time password; each is good once; 429 after five wrong ones of the session, or ten a day of new ones',
  caller: 'signed-in',
  beforeFactor: true,
  body: z.object({ code: totpCode }),
  data: confirmed,
  source: 'docs/calls.md 9',
});

export const confirmByRecoveryCode = endpoint({
  name: 'confirmByRecoveryCode',
  method: 'POST',
  path: '/api/factor/recovery',
  summary: 'Confirms the session by one of the ten recovery codes, which is used up by it',
  caller: 'signed-in',
  beforeFactor: true,
  body: z.object({ code: requiredText(40) }),
  data: confirmed,
  source: 'docs/calls.md 9',
});

export const askPasskey = endpoint({
  name: 'askPasskey',
  method: 'POST',
  path: '/api/factor/passkey/options',
  summary: 'What to hand to navigator.credentials.get(), to confirm the session by a passkey',
  caller: 'signed-in',
  beforeFactor: true,
  data: publicKeyOptions,
  source: 'docs/calls.md 9',
});

export const confirmByPasskey = endpoint({
  name: 'confirmByPasskey',
  method: 'POST',
  path: '/api/factor/passkey',
  summary: 'Confirms the session by a passkey’s answer to the last question',
  caller: 'signed-in',
  beforeFactor: true,
  body: z.object({ answer: assertion }),
  data: confirmed,
  source: 'docs/calls.md 9',
});

export const beginTotp = endpoint({
  name: 'beginTotp',
  method: 'POST',
  path: '/api/factor/add/totp/secret',
  summary: 'A new secret for an application of one-time passwords; nothing is connected yet',
  caller: 'signed-in',
  beforeFactor: true,
  data: z.object({
    secret: z.string(),
    uri: z.string().meta({ description: 'otpauth://' }),
    qr: z
      .object({ size: z.int(), path: z.string() })
      .meta({ description: 'the same as a QR code: squares in a side, and the dark ones as an SVG path' }),
    expires_at: moment,
  }),
  source: 'docs/calls.md 9',
});

export const addTotp = endpoint({
  name: 'addTotp',
  method: 'POST',
  path: '/api/factor/add/totp',
  summary: 'Connects the application by its first code; the session is confirmed by that',
  caller: 'signed-in',
  beforeFactor: true,
  body: z.object({ code: totpCode, title }),
  data: added,
  source: 'docs/calls.md 9',
});

export const beginPasskey = endpoint({
  name: 'beginPasskey',
  method: 'POST',
  path: '/api/factor/add/passkey/options',
  summary: 'What to hand to navigator.credentials.create()',
  caller: 'signed-in',
  beforeFactor: true,
  data: publicKeyOptions,
  source: 'docs/calls.md 9',
});

export const addPasskey = endpoint({
  name: 'addPasskey',
  method: 'POST',
  path: '/api/factor/add/passkey',
  summary: 'Connects a passkey; the session is confirmed by that',
  caller: 'signed-in',
  beforeFactor: true,
  body: z.object({ answer: registration, title }),
  data: added,
  source: 'docs/calls.md 9',
});

export const removeFactor = endpoint({
  name: 'removeFactor',
  method: 'DELETE',
  path: '/api/factor/:id',
  summary: 'Removes one factor; 409 for the last one of whoever must have one',
  caller: 'signed-in',
  params: idParams,
  data: z.object({}),
  source: 'docs/calls.md 9',
});

export const renewRecoveryCodes = endpoint({
  name: 'renewRecoveryCodes',
  method: 'POST',
  path: '/api/factor/recovery-codes',
  summary: 'Ten new recovery codes; those before them open nothing any more',
  caller: 'signed-in',
  data: z.object({ recovery_codes: z.array(z.string()) }),
  source: 'docs/calls.md 9',
});

export const requireCompanyFactor = endpoint({
  name: 'requireCompanyFactor',
  method: 'PUT',
  path: '/api/factor/company',
  summary: 'Whether colleagues who may change something need a second factor for that',
  caller: 'assignRoles',
  body: z.object({ required: flag }),
  data: z.object({ required: z.boolean() }),
  source: 'docs/calls.md 9',
});

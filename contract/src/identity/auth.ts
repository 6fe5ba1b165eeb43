import { z } from 'zod';
import { consentVersion } from './consents.ts';
import { emailField } from '../values/email.ts';
import { endpoint } from '../endpoint.ts';
import {
  defaultWhenEmpty,
  absentWhenEmpty,
  flag,
  moment,
  optionalText,
  personName,
  requiredText,
} from '../fields.ts';
import { rubles } from '../kopecks.ts';
import { phoneField } from '../values/phone.ts';
import { STAFF_ROLES } from '../staff-access.ts';
import { smsCodeField } from './sms-code.ts';

/** Sign-in and profile: spec section 7 "Login and profile", docs/calls.md 2. */

export const tokens = z.object({
  enter: z.string(),
  access: z.string(),
  refresh: z.string(),
  expiry: moment.meta({
    description: 'when the access token stops being good, unless the profile call moves it',
  }),
});

export const signedInUser = z.object({
  id: z.int(),
  phone: z.string(),
  firstname: z.string().nullable(),
  email: z.string().nullable(),
});

export const registerFields = z.object({
  phone: phoneField,
  recaptchaToken: defaultWhenEmpty(optionalText(4096), ''),
});
export const confirmFields = z.object({
  code: smsCodeField,
  phone: phoneField,
  token: requiredText(200),
  without_refresh: absentWhenEmpty(flag).meta({
    description:
      'the client will not exchange a refresh token: none is issued, and `tokens.refresh` is empty',
  }),
});
export const NAME_MAX_LENGTH = 100;
export const profileFields = z.object({
  firstname: personName(NAME_MAX_LENGTH),
  email: emailField,
  // Our own screen sends its tick. Clients that know only docs/calls.md 2 send none and are asked in the cabinet.
  consent_version: absentWhenEmpty(consentVersion),
});
export const refreshFields = z.object({ token: requiredText(200) });

const DRIVER_ROUTES = ['auth/register', 'auth/confirm', 'users.profile', 'auth/refresh'] as const;

/** The phone belongs to a freight carrier without a fuel-programme login (spec section 8). */
export const KNOWN_CARRIER_CODE = 10114;

/** One path with four routes, named in the body. The fields of each are checked by that route's own schema. */
export const sendToDriver = endpoint({
  name: 'sendToDriver',
  method: 'POST',
  path: '/api/send-to-driver',
  summary: 'Sign-in by phone and code: auth/register, auth/confirm, users.profile (v3), auth/refresh',
  caller: 'public',
  body: z.looseObject({
    route: z.enum(DRIVER_ROUTES, { error: 'Неизвестный маршрут' }),
    version: absentWhenEmpty(z.string().max(20)),
  }),
  bodies: {
    by: 'route',
    schemas: {
      // The captcha refuses an empty token, with its own sentence.
      'auth/register': registerFields.extend({ recaptchaToken: requiredText(4096) }),
      'auth/confirm': confirmFields,
      'users.profile': profileFields
        .extend({ version: z.literal('v3').optional() })
        .meta({ description: 'under the header `Authorization: <enter token>`, with or without `Bearer `' }),
      'auth/refresh': refreshFields,
    },
  },
  data: z.union([
    z.object({ token: z.string(), resend_after: z.int() }),
    z.object({ tokens, user: signedInUser, is_new: z.boolean() }),
    z.object({ user: signedInUser }),
    z.object({ tokens }),
  ]),
  failureAlso: 'errors',
  enterToken: true,
  source: 'docs/spec-lines.md 7, docs/calls.md 2',
});

export const logout = endpoint({
  name: 'logout',
  method: 'POST',
  path: '/api/auth/logout',
  summary: 'Ends the session on the server',
  caller: 'signed-in',
  beforeFactor: true,
  data: z.object({}),
  source: 'docs/calls.md 2',
});

export const client = z.object({
  id: z.int(),
  creditSum: rubles,
  creditDaysForPayment: z.int(),
  creditDaysWithoutPayment: z.int(),
  threshold: rubles.nullable(),
  uses_edo: z.boolean(),
  terms_accepted_at: moment.nullable(),
  block: z
    .object({ reason: z.string(), since: moment })
    .nullable()
    .meta({ description: 'why the programme has stopped the company’s money and cards' }),
});

const profileCompany = z.object({
  id: z.int(),
  inn: z.string(),
  title: z.string(),
  legal_form: z.string(),
  client: client.nullable(),
});

/** Why the first request was rejected. The company has left the programme by then, and its author with it. */
export const rejection = z.object({ order_id: z.int(), company_title: z.string(), reason: z.string() });

export const profile = z.object({
  id: z.int(),
  firstname: z.string().nullable(),
  lastname: z.string().nullable(),
  phone: z.string(),
  masked_phone: z.string(),
  email: z
    .object({ email: z.string(), confirmed: z.boolean() })
    .nullable()
    .meta({ description: '`confirmed`: letters go there' }),
  company: profileCompany.nullable(),
  companies: z.int().meta({ description: 'how many companies the caller may enter' }),
  is_staff: z.boolean().meta({ description: 'the programme’s own staff see the counter' }),
  staff_role: z.enum(STAFF_ROLES).nullable(),
  rejection: rejection.optional(),
  asks_factor: z.literal(true).optional().meta({
    description: 'the company asks for a second factor before anything is changed',
  }),
});

const oneMaintenance = {
  message: z.string(),
  start: z.object({ date: z.string(), time: z.string() }),
  end: z.object({ date: z.string(), time: z.string() }),
  partner: z.int().meta({ description: 'a partner id, 0 for everything' }),
};

export const announcedMaintenance = z.object(oneMaintenance);

export const maintenance = z.object({
  ...oneMaintenance,
  partners: z.array(z.int()).optional().meta({
    description: 'all networks in maintenance now, where there are several; the rest is about `partner`',
  }),
  others: z.array(z.object(oneMaintenance)).optional().meta({
    description: 'that of the other networks, where there are several',
  }),
});

/** Returns what a visitor may know of maintenance: works that close everything, and announced ones. */
export const readMaintenance = endpoint({
  name: 'readMaintenance',
  method: 'GET',
  path: '/api/maintenance',
  summary: 'Works on everything that are going on now, or null, and those that are announced',
  caller: 'public',
  data: z.object({
    maintenance: announcedMaintenance.nullable(),
    announced: z.array(announcedMaintenance),
  }),
  source: 'docs/spec-lines.md 2',
});

/** The headers that a profile call carries besides the token (spec section 7). */
export const PROFILE_HEADERS = { apiKey: 'x-api-key', apiVersion: 'x-api-version', version: 'v2.2' } as const;

export const readProfile = endpoint({
  name: 'readProfile',
  method: 'GET',
  path: '/api/users/profile',
  summary: 'Profile; each successful call moves the session’s end to 3600 s from now',
  caller: 'signed-in',
  data: profile,
  top: z.object({
    permissions: z.array(z.string()),
    maintenance: maintenance.optional(),
    announced: z.array(announcedMaintenance).optional().meta({
      description: 'works that are announced and have not begun, the first to begin first',
    }),
  }),
  headers: {
    'X-Api-Key': 'PUBLIC_API_KEY of the configuration; another one gets 400',
    'X-Api-Version': `${PROFILE_HEADERS.version}; another one gets 400`,
  },
  source: 'docs/spec-lines.md 4 and 7, docs/calls.md 2',
});

export const issueDownloadTicket = endpoint({
  name: 'issueDownloadTicket',
  changesNothing: true,
  method: 'POST',
  path: '/api/downloads/ticket',
  summary: 'A ticket for one path, one minute, one use: links and hidden frames carry it as xAuthToken',
  caller: 'signed-in',
  body: z.object({
    path: requiredText(500).refine((path) => /^\/?(api|staff\/api)\//.test(path), 'Укажите путь вызова'),
  }),
  data: z.object({ ticket: z.string(), expires_at: moment }),
  source: 'docs/calls.md 1',
});

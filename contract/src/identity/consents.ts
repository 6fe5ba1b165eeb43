import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { moment, wholeNumber } from '../fields.ts';

/** Consent to the processing of personal data. It is separate from every agreement (docs/facts.md 10). */

export const consentVersion = wholeNumber(1).meta({
  description: 'the version of the text that was read: a newer one gets 409',
});

export const readConsent = endpoint({
  name: 'readConsent',
  method: 'GET',
  path: '/api/consent',
  summary:
    'The consent to the processing of personal data in its current wording, and whether the caller has given it',
  caller: 'public',
  data: z.object({
    version: z.int(),
    text: z
      .string()
      .meta({ description: 'plain text with blank lines between paragraphs; the first is its title' }),
    sha256: z.string().meta({ description: 'of exactly this text, in hex' }),
    given_at: moment.nullable().meta({
      description:
        'when the caller gave it to this very wording; null to strangers, before, and after a withdrawal',
    }),
  }),
  source: 'docs/facts.md 10',
});

/**
 * Gives consent, as a step of its own with a tick of its own. No other call gives consent, except that the third
 * step of the sign-in may include it.
 */
export const giveConsent = endpoint({
  name: 'giveConsent',
  method: 'POST',
  path: '/api/consent',
  summary: 'Gives the consent; given before to the same wording, it keeps its time',
  caller: 'signed-in',
  body: z.object({ version: consentVersion }),
  data: z.object({ given_at: moment }),
  source: 'docs/facts.md 10',
});

/** Withdraws the consent. 400 when there is none to withdraw. */
export const withdrawConsent = endpoint({
  name: 'withdrawConsent',
  method: 'POST',
  path: '/api/consent/withdraw',
  summary: 'Withdraws the consent; the record stays, and every session of the person ends',
  caller: 'signed-in',
  data: z.object({ withdrawn_at: moment }),
  source: 'docs/facts.md 10',
});

/** Article 18.1 of 152-ФЗ: published where the data are collected. */
export const downloadPersonalDataPolicy = endpoint({
  name: 'downloadPersonalDataPolicy',
  method: 'GET',
  path: '/api/doc/personalDataPolicy',
  summary: 'The policy of personal data, PDF',
  caller: 'public',
  kind: 'file',
  source: 'docs/facts.md 10',
});

import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { absentWhenEmpty, moment, wholeNumber } from '../fields.ts';

/** The terms gate: spec sections 2, 4, 7; docs/calls.md 6. */

export const checkTerms = endpoint({
  name: 'checkTerms',
  method: 'GET',
  path: '/api/termsOfService/check',
  summary: 'Is the current framework agreement accepted?',
  caller: 'company',
  data: z.object({
    result: z.boolean(),
    terms_accepted_at: moment.nullable(),
    version: z.int(),
    text: z.string().meta({ description: 'the agreement, plain text with blank lines between paragraphs' }),
  }),
  source: 'docs/spec-lines.md 4 and 7, docs/calls.md 6',
});

export const acceptTerms = endpoint({
  name: 'acceptTerms',
  method: 'POST',
  path: '/api/termsOfService/accept',
  summary: 'Accepts the current framework agreement for the company',
  caller: 'acceptTerms',
  body: z.object({
    version: absentWhenEmpty(wholeNumber(1)).meta({
      description: 'the version that was read: a newer one gets 409',
    }),
  }),
  data: z.object({ terms_accepted_at: moment }),
  source: 'docs/spec-lines.md 4 and 7, docs/calls.md 6',
});

export const downloadTerms = endpoint({
  name: 'downloadTerms',
  method: 'GET',
  path: '/api/termsOfService/download',
  summary: 'The framework agreement, PDF',
  caller: 'public',
  kind: 'file',
  source: 'docs/spec-lines.md 7',
});

export const downloadTermsOfUse = endpoint({
  name: 'downloadTermsOfUse',
  method: 'GET',
  path: '/api/doc/termsOfUse',
  summary: 'The terms of use of the site, PDF',
  caller: 'public',
  kind: 'file',
  source: 'docs/spec-lines.md 2',
});

export const TERMS_REQUIRED = 'Примите рамочное соглашение';

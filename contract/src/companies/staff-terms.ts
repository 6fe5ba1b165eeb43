import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { absentWhenEmpty, moment, optionalText, page, rowsPerPage, wholeNumber } from '../fields.ts';
import { pagination } from '../pagination.ts';

/** The framework agreement for the programme's staff: its versions, and who has accepted them (docs/calls.md 7). */

const termsVersion = z.object({
  version: z.int(),
  published: moment,
  published_by: z.string().nullable(),
  begins: moment.meta({ description: 'from then on it is asked for; the newest that has begun is in force' }),
  state: z.enum(['ahead', 'current', 'past']),
  accepted: z.int().meta({ description: 'companies whose last acceptance is of it' }),
  sha256: z.string(),
});

export const listTerms = endpoint({
  name: 'listTerms',
  method: 'GET',
  path: '/staff/api/terms',
  summary: 'Versions of the framework agreement, newest first',
  caller: 'staff.read',
  data: z.array(termsVersion),
  meta: z.object({ clients: z.int() }),
  source: 'docs/calls.md 7',
});

const versionParams = z.object({ version: wholeNumber(1, 1_000_000) });

export const readTermsVersion = endpoint({
  name: 'readTermsVersion',
  method: 'GET',
  path: '/staff/api/terms/:version',
  summary: 'The text of a version',
  caller: 'staff.read',
  params: versionParams,
  data: z.object({ version: z.int(), text: z.string() }),
  source: 'docs/calls.md 7',
});

const ACCEPTANCE_STATES = ['accepted', 'waiting'] as const;
export type AcceptanceState = (typeof ACCEPTANCE_STATES)[number];

export const listAcceptances = endpoint({
  name: 'listAcceptances',
  method: 'GET',
  path: '/staff/api/terms/:version/acceptances',
  summary: 'Which clients have accepted a version, when and by whom, and which have not; by title',
  caller: 'staff.read',
  params: versionParams,
  query: z.object({
    q: absentWhenEmpty(optionalText(100)),
    state: absentWhenEmpty(z.enum(ACCEPTANCE_STATES, { error: 'Неизвестное состояние' })),
    page,
    perPage: rowsPerPage(50),
  }),
  data: z.array(
    z.object({
      company: z.object({ id: z.int(), inn: z.string().nullable(), title: z.string() }),
      accepted: moment.nullable(),
      by: z.string().nullable(),
    }),
  ),
  meta: z.object({ pagination }),
  source: 'docs/calls.md 7',
});

import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { idParams, moment, page, rowsPerPage } from '../fields.ts';
import { pagination } from '../pagination.ts';

/** A client's contract with the programme, as a document with a number: docs/calls.md 6, decision 174. */

const contractEdition = z.object({
  edition: z.int().meta({ description: 'from 1; the latest is in force' }),
  date: z.string().meta({ description: 'YYYY-MM-DD' }),
  document_id: z
    .int()
    .meta({ description: 'a document of `/api/doc`, which is confirmed and exchanged as one' }),
  url: z.string().meta({ description: 'of its PDF' }),
  signed: moment.nullable().meta({ description: 'when the client confirmed it by a code' }),
});

const clientContract = z.object({
  number: z.string(),
  date: z.string().meta({ description: 'of the first edition, YYYY-MM-DD' }),
  editions: z.array(contractEdition).meta({ description: 'latest first' }),
});

export const readContract = endpoint({
  name: 'readContract',
  method: 'GET',
  path: '/api/contract',
  summary: 'The company’s contract with the programme and its editions',
  caller: 'read',
  data: z.object({
    contract: clientContract.nullable().meta({ description: 'null: none has been made yet' }),
  }),
  source: 'docs/calls.md 6',
});

/** Repeating it changes nothing. Refuses: 409 the framework agreement is not accepted. */
export const makeContract = endpoint({
  name: 'makeContract',
  method: 'POST',
  path: '/api/contract',
  summary:
    'Makes the contract of a company that has none, or its next edition where the requisites have changed',
  caller: 'acceptTerms',
  body: z.object({}),
  data: readContract.data,
  source: 'docs/calls.md 6',
});

export const readClientContract = endpoint({
  name: 'readClientContract',
  method: 'GET',
  path: '/staff/api/clients/:id/contract',
  summary: 'A client’s contract and its editions',
  caller: 'staff.read',
  params: idParams,
  data: readContract.data,
  source: 'docs/calls.md 9',
});

/** Refuses: 404 no client; 409 the client has not accepted the agreement, or nothing has changed since the last edition. */
export const renewContract = endpoint({
  name: 'renewContract',
  method: 'POST',
  path: '/staff/api/clients/:id/contract',
  summary: 'Makes the next edition of a client’s contract, with today’s requisites, terms and prices',
  caller: 'staff.runProgramme',
  params: idParams,
  body: z.object({}),
  data: readContract.data,
  source: 'docs/calls.md 9',
});

const STALE_PER_PAGE = 20;

/** Requisites of a client and a new agreement make editions by themselves; those of the operator wait for staff. */
export const listStaleContracts = endpoint({
  name: 'listStaleContracts',
  method: 'GET',
  path: '/staff/api/contracts/stale',
  summary:
    'Contracts whose latest edition has requisites of the operator that are out of date, by their numbers',
  caller: 'staff.read',
  query: z.object({ page, perPage: rowsPerPage(STALE_PER_PAGE) }),
  data: z.array(
    z.object({
      company: z.object({ id: z.int(), inn: z.string().nullable(), title: z.string() }),
      number: z.string(),
      edition: z.int().meta({ description: 'the latest one; the new edition has the next number' }),
      date: z.string().meta({ description: 'of that edition, YYYY-MM-DD' }),
    }),
  ),
  meta: z.object({ pagination }),
  source: 'docs/calls.md 9',
});

/** Repeating it makes no second edition. Refuses: 409 no contract is out of date. */
export const renewStaleContracts = endpoint({
  name: 'renewStaleContracts',
  method: 'POST',
  path: '/staff/api/contracts/stale/renew',
  summary: 'Makes the next edition of every contract whose requisites of the operator are out of date',
  caller: 'staff.runProgramme',
  body: z.object({}),
  data: z.object({ started: z.int().meta({ description: 'how many editions are being made' }) }),
  source: 'docs/calls.md 9',
});

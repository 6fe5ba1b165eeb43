import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { idParams, moment } from '../fields.ts';

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

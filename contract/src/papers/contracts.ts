import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, idParams, moment, page, rowsPerPage } from '../fields.ts';
import { pagination } from '../pagination.ts';

/** A client's contract with the programme, as a document with a number: docs/calls.md 6, decision 174. */

const contractEdition = z.object({
  edition: z.int().meta({ description: 'from 1; the latest is in force' }),
  agreement: z.int().nullable().meta({
    description: 'number of an additional agreement to this edition, from 1; null: the edition itself',
  }),
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
  editions: z.array(contractEdition).meta({ description: 'with additional agreements, latest first' }),
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

const STALE_PER_PAGE = 50;
/** Clients that are chosen at once by their ids. */
const MAX_CHOSEN = 500;
const CONTRACT_PARTIES = ['operator', 'client'] as const;

/** A contract whose printed requisites of a party are not those of today: decision 221. */
const staleContract = z.object({
  company: z.object({ id: z.int(), inn: z.string().nullable(), title: z.string() }),
  number: z.string(),
  date: z.string().meta({ description: 'of the latest edition or agreement, YYYY-MM-DD' }),
  changed: z.array(z.enum(CONTRACT_PARTIES)).meta({ description: 'parties with other requisites today' }),
});
export type StaleContract = z.infer<typeof staleContract>;

export const listStaleContracts = endpoint({
  name: 'listStaleContracts',
  method: 'GET',
  path: '/staff/api/contracts/stale',
  summary: 'Contracts with requisites of a party that are not those of today, by their numbers',
  caller: 'staff.read',
  query: z.object({ page, perPage: rowsPerPage(STALE_PER_PAGE) }),
  data: z.array(staleContract),
  meta: z.object({
    pagination,
    since: z
      .string()
      .nullable()
      .meta({ description: 'first day of the operator’s requisites of today; null: from the beginning' }),
  }),
  source: 'docs/calls.md 9',
});

/** Repeating it makes no second agreement. Refuses: 409 no contract, or none of the chosen ones, has earlier requisites. */
export const amendStaleContracts = endpoint({
  name: 'amendStaleContracts',
  method: 'POST',
  path: '/staff/api/contracts/stale/amend',
  summary:
    'Makes an additional agreement with today’s requisites to all contracts that have others, or to the chosen ones',
  caller: 'staff.runProgramme',
  body: z.object({
    company_ids: z
      .array(id)
      .min(1, 'Выберите клиентов')
      .max(MAX_CHOSEN, `Не больше ${MAX_CHOSEN} клиентов`)
      .optional()
      .meta({ description: 'the chosen clients; absent: all' }),
  }),
  data: z.object({ started: z.int().meta({ description: 'how many agreements are being made' }) }),
  source: 'docs/calls.md 9',
});

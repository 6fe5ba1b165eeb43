import { z } from 'zod';
import { ROLES } from '../access.ts';
import { endpoint } from '../endpoint.ts';
import { idParams, moment, requiredText } from '../fields.ts';

/** People of the programme's clients with all their companies, for its staff: docs/calls.md 7. */

const MAX_QUERY_LENGTH = 200;

const person = {
  id: z.int(),
  firstname: z.string().nullable(),
  lastname: z.string().nullable(),
  phone: z.string(),
};

export const findPeople = endpoint({
  name: 'findPeople',
  method: 'GET',
  path: '/staff/api/people',
  summary:
    'People who act or acted for a company, each once, 20 at most: `q` is the beginning of a phone (4 digits or more), or of words of the name',
  caller: 'staff.read',
  query: z.object({ q: requiredText(MAX_QUERY_LENGTH) }),
  data: z.array(
    z.object({
      ...person,
      company: z.string().nullable().meta({
        description: 'title of the home company, else of the oldest other one; null: he acts for none',
      }),
      companies: z.int().meta({ description: 'for how many he acts now' }),
    }),
  ),
  source: 'docs/calls.md 7',
});

const personCompany = z.object({
  company_id: z.int(),
  inn: z.string(),
  title: z.string(),
  client: z.boolean().meta({ description: 'the company is in the programme and has a page of its own' }),
  role: z.enum(ROLES),
  via: z.enum(['employee', 'delegation']),
  firm: z.string().nullable().meta({ description: 'the accounting firm, with `delegation`' }),
  since: moment,
  until: moment
    .nullable()
    .meta({ description: 'the first moment at which it counts no more; null: no term' }),
  ended_at: moment.nullable().meta({ description: 'null: it was not ended before its term' }),
  active: z.boolean().meta({ description: 'he may enter the company now' }),
});

export const personFile = z.object({
  ...person,
  email: z.string().nullable(),
  second_factor: z.boolean(),
  erased: z.boolean().meta({ description: 'his name and phone were deleted at his wish' }),
  companies: z
    .array(personCompany)
    .meta({ description: 'present ones first, then those that are over, the newest first; 500 at most' }),
});

export const readPersonFile = endpoint({
  name: 'readPersonFile',
  method: 'GET',
  path: '/staff/api/people/:id',
  summary:
    'One person with his companies: in which role, how, since when and until when; 404 who never had one',
  caller: 'staff.read',
  params: idParams,
  data: personFile,
  source: 'docs/calls.md 7',
});

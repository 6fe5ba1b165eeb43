import { z } from 'zod';
import { taskOwner, taskOwnerFilter } from '../backoffice/tasks.ts';
import { endpoint } from '../endpoint.ts';
import { staffFirstAdmin } from '../identity/first-admin.ts';
import {
  idParams,
  moment,
  optionalText,
  page,
  requiredText,
  rowsPerPage,
  sortBy,
  wholeNumber,
} from '../fields.ts';
import { REQUESTS_PER_PAGE } from '../limits.ts';
import { cardRequest } from './orders.ts';
import { pagination } from '../pagination.ts';
import { registryRecord } from '../values/registry.ts';

/** Card requests, as the programme's staff see and decide them: docs/calls.md 7. */

/**
 * State of the authority of a company's first admin: confirmed, a document waits for staff, or nothing was submitted
 * yet.
 */
export const AUTHORITY_STATES = ['confirmed', 'waiting', 'unconfirmed'] as const;

export const staffCardRequest = cardRequest.extend({
  company: z.object({ id: z.int(), inn: z.string(), title: z.string() }),
  revision: z.int().meta({ description: 'raised by each edit of the company' }),
  issue_problem: z.string().nullable().meta({
    description:
      'why a network would not issue, or how few cards it has issued; approving again asks it for the rest',
  }),
  author: z
    .object({
      id: z.int(),
      firstname: z.string().nullable(),
      lastname: z.string().nullable(),
      phone: z.string(),
      since: moment,
    })
    .meta({ description: 'who ordered, and since when the portal knows him' }),
  registry: registryRecord.meta({ description: 'what the register said when the company ordered, or since' }),
  authority: z.enum(AUTHORITY_STATES).meta({ description: 'of the company’s first admin (decision 51)' }),
  can_withdraw: z
    .boolean()
    .meta({ description: 'approved, and no network has been asked, or each has refused' }),
  withdrawn_at: moment.nullable(),
  owner: taskOwner,
});

/** Another request or company that has the same INN, or whose request came from the same phone. */
export const duplicate = z.object({
  same: z.enum(['inn', 'phone']),
  request_id: z.int().nullable(),
  company: z.object({ id: z.int(), inn: z.string(), title: z.string() }),
  in_programme: z.boolean().meta({ description: 'false: the company has left the programme' }),
  status: z.object({ id: z.int(), title: z.string() }).nullable(),
  author: z.string().nullable(),
  created_at: moment,
});

export const staffRequestDetails = staffCardRequest.extend({
  /** Other companies of the author. */
  author_companies: z.array(
    z.object({
      id: z.int(),
      inn: z.string(),
      title: z.string(),
      how: z.enum(['colleague', 'ordered', 'invited', 'asked']),
    }),
  ),
  author_mail: z.object({ masked: z.string(), confirmed: z.boolean() }).nullable(),
  duplicates: z.array(duplicate),
  first_admin: staffFirstAdmin,
});

export const REQUEST_SORTS = ['id', 'date', 'company', 'status', 'author', 'sum'] as const;

export const listRequests = endpoint({
  name: 'listRequests',
  method: 'GET',
  path: '/staff/api/requests',
  summary: 'Card requests of all companies, newest first; `q` finds by number, INN, company, name and phone',
  caller: 'staff.read',
  query: z.object({
    status: wholeNumber(1, 9).optional(),
    authority: z.enum(AUTHORITY_STATES, { error: 'Неизвестное состояние полномочий' }).optional(),
    q: optionalText(100).optional(),
    owner: taskOwnerFilter,
    sort: sortBy(REQUEST_SORTS).optional(),
    page,
    perPage: rowsPerPage(REQUESTS_PER_PAGE),
  }),
  data: z.array(staffCardRequest),
  meta: z.object({
    pagination,
  }),
  source: 'docs/calls.md 7',
});

export const readRequest = endpoint({
  name: 'readRequest',
  method: 'GET',
  path: '/staff/api/requests/:id',
  summary:
    'One card request with all that it is decided by: who ordered, the register, duplicates, the first admin',
  caller: 'staff.read',
  params: idParams,
  data: staffRequestDetails,
  source: 'docs/calls.md 7',
});

export const approveRequest = endpoint({
  name: 'approveRequest',
  method: 'POST',
  path: '/staff/api/requests/:id/approve',
  summary:
    'Approves a card request: the networks are asked to issue; 409 where a revision is sent and another stands',
  caller: 'staff.runProgramme',
  params: idParams,
  body: z.object({ revision: wholeNumber(1).optional() }),
  data: staffCardRequest,
  source: 'docs/calls.md 7',
});

export const rejectRequest = endpoint({
  name: 'rejectRequest',
  method: 'POST',
  path: '/staff/api/requests/:id/reject',
  summary: 'Rejects a card request with a reason',
  caller: 'staff.runProgramme',
  params: idParams,
  body: z.object({ reason: requiredText(500) }),
  data: staffCardRequest,
  source: 'docs/calls.md 7',
});

export const withdrawRequest = endpoint({
  name: 'withdrawRequest',
  method: 'POST',
  path: '/staff/api/requests/:id/withdraw',
  summary:
    'Takes an approved card request back with a reason; 409 once a network has been asked and has not refused',
  caller: 'staff.runProgramme',
  params: idParams,
  body: z.object({ reason: requiredText(500) }),
  data: staffCardRequest,
  source: 'docs/calls.md 7',
});

export const readRegistryAgain = endpoint({
  name: 'readRegistryAgain',
  method: 'POST',
  path: '/staff/api/requests/:id/registry',
  summary:
    'Asks the register about the company of a request and keeps the answer with it; 503 when it is silent',
  caller: 'staff.runProgramme',
  params: idParams,
  body: z.object({}),
  data: staffCardRequest,
  source: 'docs/calls.md 7',
});

const REQUEST_DECISIONS = ['approve', 'reject', 'withdraw'] as const;
export type RequestDecision = (typeof REQUEST_DECISIONS)[number];

export const previewDecision = endpoint({
  name: 'previewDecision',
  method: 'GET',
  path: '/staff/api/requests/:id/preview',
  summary: 'What the client will read when a request is approved, rejected or withdrawn; nothing is sent',
  caller: 'staff.read',
  params: idParams,
  query: z.object({
    decision: z.enum(REQUEST_DECISIONS, { error: 'Неизвестное решение' }),
    reason: optionalText(500).optional(),
  }),
  data: z.object({
    /** Status as the order's page and the cabinet show it. */
    status: z.string(),
    reason: z.string().nullable(),
    letter: z
      .object({ to: z.string(), subject: z.string(), paragraphs: z.array(z.string()) })
      .nullable()
      .meta({ description: 'null: no letter is sent' }),
    no_letter: z.string().nullable().meta({ description: 'why there is none' }),
    leaves: z.boolean().meta({ description: 'the company leaves the programme with this request' }),
    problem: z.string().nullable().meta({ description: 'why the decision would be refused now' }),
  }),
  source: 'docs/calls.md 7',
});

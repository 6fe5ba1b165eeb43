import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { absentWhenEmpty, ending, id, idParams, moment, wholeNumber } from '../fields.ts';
import { ROLE } from '../ids.ts';
import { largeMoneyOrZero, rubles } from '../kopecks.ts';
import { innField } from '../values/inn.ts';
import { phoneField } from '../values/phone.ts';

/** A company lets an accounting firm in, and the firm says which of its people: docs/calls.md 3. */

const DELEGATION_STATES = ['waiting', 'active', 'over'] as const;
export type DelegationState = (typeof DELEGATION_STATES)[number];

const NO_ADMIN = 'Бухгалтерии можно дать роль менеджера (9) или специалиста (10)';

const delegatedRole = wholeNumber(ROLE.manager, ROLE.specialist, NO_ADMIN);

const side = z.object({ inn: z.string(), title: z.string() });

export const delegation = z.object({
  id: z.int(),
  side: z
    .enum(['given', 'received'])
    .meta({ description: 'given: by the caller’s company; received: by it as the firm' }),
  company: side,
  firm: side,
  role_id: z.int(),
  until: moment.nullable(),
  max_sum: rubles
    .nullable()
    .meta({ description: 'of one transfer or order of the firm’s people; null: any' }),
  state: z
    .enum(DELEGATION_STATES)
    .meta({ description: 'waiting: for the firm; over: ended, or its term ran out' }),
  granted_at: moment,
  accepted_at: moment.nullable(),
  ended_at: moment.nullable(),
  people: z.array(
    z.object({
      id: z.int(),
      firstname: z.string().nullable(),
      lastname: z.string().nullable(),
      since: moment,
      seen_at: moment
        .nullable()
        .meta({ description: 'last time that the person entered the company or did something there' }),
    }),
  ),
});

/**
 * Refuses: `inn` the company’s own, unknown, or of a firm that is let in already; `until` in the past; `phone` of a firm that is
 * in the programme; 403 a manager while the first admin is not confirmed; 429 too many new INNs.
 */
export const createDelegation = endpoint({
  name: 'createDelegation',
  method: 'POST',
  path: '/api/delegations',
  summary:
    'Lets an accounting firm in by its INN; one outside the programme is invited by the phone of its head',
  caller: 'assignRoles',
  needsFreshCode: true,
  body: z.object({
    inn: innField,
    role_id: delegatedRole,
    until: absentWhenEmpty(ending).meta({
      description: 'a moment, or a day, the last one; without it there is no term',
    }),
    max_sum: absentWhenEmpty(largeMoneyOrZero),
    phone: absentWhenEmpty(phoneField).meta({ description: 'of the head of a firm outside the programme' }),
  }),
  data: delegation,
  source: 'docs/calls.md 3',
});

export const listDelegations = endpoint({
  name: 'listDelegations',
  method: 'GET',
  path: '/api/delegations',
  summary: 'Firms that the company lets in, and companies that trust it as a firm, the newest first',
  caller: 'assignRoles',
  data: z.array(delegation),
  source: 'docs/calls.md 3',
});

/** Accepted twice it is accepted once. Refuses: 404 of another firm, or over; 403 while the first admin is not confirmed. */
export const acceptDelegation = endpoint({
  name: 'acceptDelegation',
  method: 'POST',
  path: '/api/delegations/:id/accept',
  summary: 'The firm takes the company on',
  caller: 'assignRoles',
  params: idParams,
  data: delegation,
  source: 'docs/calls.md 3',
});

/** Refuses: 404 of another firm, over, or no such employee; 409 not accepted yet, or the person has a role there already. */
export const addDelegatedPerson = endpoint({
  name: 'addDelegatedPerson',
  method: 'POST',
  path: '/api/delegations/:id/people',
  summary: 'The firm’s admin lets one of its people act for the company',
  caller: 'assignRoles',
  needsFreshCode: true,
  params: idParams,
  body: z.object({ user_id: id }),
  data: delegation,
  source: 'docs/calls.md 3',
});

/** Either side. Refuses: 404 another’s delegation, or no such person in it. */
export const removeDelegatedPerson = endpoint({
  name: 'removeDelegatedPerson',
  method: 'DELETE',
  path: '/api/delegations/:id/people/:userId',
  summary: 'Takes one person of the firm off at once',
  caller: 'assignRoles',
  params: z.object({ id, userId: id }),
  data: delegation,
  source: 'docs/calls.md 3',
});

/** Either side. Sessions that act for the company stop at once. Refuses: 404 another’s delegation, or one that is over. */
export const endDelegation = endpoint({
  name: 'endDelegation',
  method: 'DELETE',
  path: '/api/delegations/:id',
  summary: 'Ends the firm’s access at once',
  caller: 'assignRoles',
  params: idParams,
  data: z.object({}),
  source: 'docs/calls.md 3',
});

/** Either side. The firm sees those of its own people alone, and so does the company. Refuses: 404 another’s delegation. */
export const listDelegationActions = endpoint({
  name: 'listDelegationActions',
  method: 'GET',
  path: '/api/delegations/:id/actions',
  summary: 'What the firm’s people did for the company, the last 200, the newest first',
  caller: 'assignRoles',
  params: idParams,
  data: z.array(
    z.object({
      at: moment,
      user_id: z.int(),
      person: z.string(),
      action: z.string().meta({ description: 'in Russian' }),
    }),
  ),
  source: 'docs/calls.md 3',
});

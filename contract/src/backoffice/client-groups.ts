import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, idParams, listSchema, titleText } from '../fields.ts';
import { rubles } from '../kopecks.ts';

/** Named sets of clients and owners of several companies: docs/calls.md 18, decision 168. */

const MAX_GROUP_CLIENTS = 500;

const staffMoney = { caller: 'staff.handleMoney', source: 'docs/calls.md 18' } as const;

export const client = z.object({ id: z.int(), inn: z.string(), title: z.string() });

const CLIENT_GROUP_KINDS = ['dunning', 'owner'] as const;
export type ClientGroupKind = (typeof CLIENT_GROUP_KINDS)[number];

const group = z.object({
  id: z.int(),
  kind: z.enum(CLIENT_GROUP_KINDS),
  title: z.string(),
  clients: z.array(client),
});
export type ClientGroupOnWire = z.output<typeof group>;

const groupInput = {
  title: titleText(120),
  clients: listSchema(id, MAX_GROUP_CLIENTS, `Не больше ${MAX_GROUP_CLIENTS} клиентов`),
};

export const listClientGroups = endpoint({
  name: 'listClientGroups',
  method: 'GET',
  path: '/staff/api/client-groups',
  summary: 'Named sets of clients: for a rule of collection, or as the companies of one owner',
  caller: 'staff.read',
  data: z.array(group),
  source: 'docs/calls.md 18',
});

export const createClientGroup = endpoint({
  name: 'createClientGroup',
  method: 'POST',
  path: '/staff/api/client-groups',
  summary: 'A new group; a client is in one group of each kind at most, and leaves the earlier one',
  body: z.object({
    kind: z.enum(CLIENT_GROUP_KINDS, { error: 'Выберите вид группы' }),
    ...groupInput,
  }),
  data: group,
  idempotent: true,
  ...staffMoney,
});

export const changeClientGroup = endpoint({
  name: 'changeClientGroup',
  method: 'PUT',
  path: '/staff/api/client-groups/:id',
  summary: 'Changes the title and the clients of a group; 409 a group of an active rule',
  params: idParams,
  body: z.object(groupInput),
  data: group,
  ...staffMoney,
});

export const owner = z.object({
  title: z.string(),
  by: z.enum(['group', 'director']).meta({ description: '`director`: by the name in the register' }),
  group_id: z.int().nullable(),
  limit: rubles,
  debt: rubles,
  companies: z.array(client.extend({ limit: rubles, debt: rubles, late: z.boolean() })),
});
export type OwnerOnWire = z.output<typeof owner>;

const relatedClients = z.object({
  owner: owner.pick({ title: true, by: true, group_id: true }).nullable(),
  limit: rubles.meta({ description: 'of all companies of the list together' }),
  debt: rubles.meta({ description: 'of all companies of the list together' }),
  companies: z
    .array(
      client.extend({
        limit: rubles,
        debt: rubles,
        late: z.boolean(),
        same_owner: z.boolean(),
        people: z
          .array(z.object({ id: z.int(), firstname: z.string().nullable(), lastname: z.string().nullable() }))
          .meta({ description: 'employees of both; people of an accounting firm are not counted' }),
      }),
    )
    .meta({
      description: 'the client itself first, then the largest debt; empty where no other belongs to it',
    }),
});
export type RelatedClientsOnWire = z.output<typeof relatedClients>;

export const listRelatedClients = endpoint({
  name: 'listRelatedClients',
  method: 'GET',
  path: '/staff/api/clients/:id/related',
  summary:
    'Other clients with the same owner or the same people, and what all of them may owe and owe together',
  caller: 'staff.read',
  params: idParams,
  data: relatedClients,
  source: 'docs/calls.md 18',
});

export const listOwners = endpoint({
  name: 'listOwners',
  method: 'GET',
  path: '/staff/api/owners',
  summary: 'Owners of several clients with their limits and debts together, the largest debt first',
  caller: 'staff.read',
  data: z.array(owner),
  source: 'docs/calls.md 18',
});

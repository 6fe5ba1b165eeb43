import { z } from 'zod';
import { endpoint, type EndpointData } from '../endpoint.ts';

/** The way from an empty database to the first client: docs/calls.md 7. */

const START_STEPS = [
  'second-owner',
  'name',
  'requisites',
  'accounts',
  'vat',
  'contacts',
  'terms',
  'networks',
  'card-price',
  'stations',
  'tariffs',
  'messages',
  'email',
  'receipts',
  'backup',
] as const;
export type StartStep = (typeof START_STEPS)[number];

export const readStart = endpoint({
  name: 'readStart',
  method: 'GET',
  path: '/staff/api/start',
  summary: 'What a new programme needs before its first client: what is done is found out, never ticked',
  caller: 'staff.read',
  data: z.array(
    z.object({
      key: z.enum(START_STEPS),
      done: z.boolean(),
      required: z.boolean().meta({ description: 'without it no client can be served' }),
      href: z.string().meta({ description: 'the screen, or the page of the documents, that does it' }),
    }),
  ),
  meta: z.object({
    clients: z.int(),
    owners: z.int(),
    owners_confirm_from: z.iso.datetime({ offset: true }).nullable().meta({
      description: 'from when two owners confirm one another’s proposals; null: they do, or there is one',
    }),
  }),
  source: 'docs/calls.md 7',
});
export type StartStepOnWire = EndpointData<typeof readStart>[number];

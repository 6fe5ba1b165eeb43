import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

/** Queues of the programme's staff, by the place where each is decided. */
const QUEUES = [
  'requests',
  'shipments',
  'payments',
  'movements',
  'disputes',
  'matters',
  'edm',
  'reconciliation',
  'approvals',
  'phones',
  'erasures',
] as const;
export type Queue = (typeof QUEUES)[number];

/** Subjects of notices to staff: the queues, and networks whose feed is unreadable. */
export const BELL_PLACES = [...QUEUES, 'networks'] as const;
export type BellPlace = (typeof BELL_PLACES)[number];

/** One cheap call for the menu: numbers alone, no rows. */
export const countQueues = endpoint({
  name: 'countQueues',
  method: 'GET',
  path: '/staff/api/queues',
  summary:
    'How many wait at each place of the staff: requests, shipments, payments, movements, disputes, matters, EDM, differences',
  caller: 'staff.read',
  data: z.object(Object.fromEntries(QUEUES.map((queue) => [queue, z.int()])) as Record<Queue, z.ZodInt>),
  source: 'docs/calls.md 7',
});

import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { wholeNumber } from '../fields.ts';
import type { KeyScope } from './key-scopes.ts';

/** Changes of a company that its own programs follow: docs/calls.md 24. */

/** Every type of event: its text, and the scope by which a key reads it. */
export const EVENT_TYPE = {
  'operation.created': { word: 'новая операция', scope: 'operations:read' },
  'operation.changed': { word: 'операция завершена или изменена', scope: 'operations:read' },
  'card.changed': { word: 'карта: новая, другое состояние, лимит или услуги', scope: 'cards:read' },
  'balance.changed': { word: 'остаток счёта или карты', scope: 'money:read' },
  'month.complete': { word: 'месяц собран: документы есть и подтверждены', scope: 'documents:read' },
  'document.published': { word: 'опубликован документ', scope: 'documents:read' },
  'request.changed': { word: 'заявка на карты: новая или другое состояние', scope: 'cards:read' },
  'decline.created': { word: 'отказ на АЗС', scope: 'operations:read' },
  'exception.changed': { word: 'исключение из правил', scope: 'cards:read' },
} as const satisfies Record<string, { word: string; scope: KeyScope }>;
export type EventType = keyof typeof EVENT_TYPE;
export const EVENT_TYPES = Object.keys(EVENT_TYPE) as [EventType, ...EventType[]];

/** How many events one answer contains by default, and at most. */
export const EVENTS_PER_PAGE = 100;
export const MAX_EVENTS_PER_PAGE = 1000;

const UNKNOWN_TYPE = `Неизвестный вид события. Есть: ${EVENT_TYPES.join(', ')}`;

export const eventType = z.enum(EVENT_TYPES, { error: UNKNOWN_TYPE });

export const changeEvent = z.object({
  id: z.int().meta({ description: 'of the event; the order is that of the list, not of the ids' }),
  type: eventType,
  at: z.iso.datetime(),
  data: z.record(z.string(), z.unknown()).meta({
    description:
      'the thing’s `id` and what programs decide by, as they were then; sums in rubles. Of an operation also `request_key`: the Idempotency-Key of the program that asked for it, or null',
    example: {
      id: 4711,
      card_id: 12,
      partner_id: 1,
      type_id: 1,
      status_id: 1,
      sum: 2450.5,
      request_key: 'order-81',
    },
  }),
});

/** Types in the address are separated by commas. */
const types = z
  .string()
  .max(400)
  .transform((text) => text.split(',').filter(Boolean))
  .pipe(z.array(eventType))
  .optional();

/**
 * A key gets the types that its scopes read. A request for others is refused with 403. Errors: 400 for a cursor that
 * the feed has not given, 410 for one whose next events are no longer stored.
 */
export const listEvents = endpoint({
  name: 'listEvents',
  method: 'GET',
  path: '/api/v1/events',
  summary: 'What has changed since a cursor, oldest first; nothing committed is skipped or told twice',
  caller: 'read',
  key: { scope: 'operations:read' },
  query: z.object({
    after: z.string().max(100).optional().meta({ description: '`next` of the answer before' }),
    limit: wholeNumber(1, MAX_EVENTS_PER_PAGE, `Число от 1 до ${MAX_EVENTS_PER_PAGE}`).default(
      EVENTS_PER_PAGE,
    ),
    types: types.meta({ description: 'with commas between them; without it all' }),
  }),
  data: z.array(changeEvent),
  meta: z.object({
    next: z.string().meta({ description: 'where to go on, also when nothing came' }),
    more: z.boolean(),
  }),
  source: 'docs/calls.md 24',
});

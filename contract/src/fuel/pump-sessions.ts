import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { absentWhenEmpty, id, idParams, moment, wholeNumber } from '../fields.ts';
import { positiveLitres, rubles } from '../kopecks.ts';

/** A filling by a code of the portal: docs/calls.md 48. */

const PUMP_SESSION_STATES = [
  'offered',
  'authorised',
  'fuelling',
  'settled',
  'cancelled',
  'expired',
  'failed',
] as const;
export type PumpSessionState = (typeof PUMP_SESSION_STATES)[number];

export const PUMP_SESSION_TITLE: Readonly<Record<PumpSessionState, string>> = {
  offered: 'Код выдан',
  authorised: 'АЗС может отпускать',
  fuelling: 'Заправка идёт',
  settled: 'Заправлено',
  cancelled: 'Отменено',
  expired: 'Время вышло',
  failed: 'Не получилось',
};

/** A code can be used for so long. */
export const PUMP_CODE_MINUTES = 15;

const MAX_LISTED = 50;

export const pumpSession = z.object({
  id: z.int(),
  card_id: z.int(),
  state: z.enum(PUMP_SESSION_STATES),
  how: z.enum(['code', 'qr']),
  code: z.string().optional().meta({ description: 'eight digits, good once; absent once it was used' }),
  qr: z
    .object({ size: z.int(), path: z.string() })
    .optional()
    .meta({ description: 'the code as the dark squares of a QR code, an SVG path' }),
  expires_at: moment,
  most_litres: z.number(),
  most_sum: rubles,
  filled_litres: z.number(),
  station: z
    .string()
    .nullable()
    .meta({ description: 'the only place where it is good; null: any of its network' }),
  goods_id: z.int().nullable(),
  reason: z.string().nullable().meta({ description: 'why the pump did not sell the last time' }),
  offered_at: moment,
  authorised_at: moment.nullable(),
  fuelling_at: moment.nullable(),
  ended_at: moment.nullable(),
});

/** 409 with the reason where nothing could be filled now, where the card has an open code, and where its network never asks. */
export const createPumpSession = endpoint({
  name: 'createPumpSession',
  method: 'POST',
  path: '/api/card/:id/pump-sessions',
  summary: 'A code for one filling by this card',
  caller: 'changeCard',
  needsTerms: true,
  params: idParams,
  body: z.object({
    how: z.enum(['code', 'qr'], { error: 'Выберите код или QR' }).default('code'),
    station_id: absentWhenEmpty(id),
    goods_id: absentWhenEmpty(wholeNumber(1, 1000, 'Укажите вид топлива')),
    litres: absentWhenEmpty(positiveLitres),
  }),
  data: pumpSession,
  source: 'docs/calls.md 48',
});

export const listPumpSessions = endpoint({
  name: 'listPumpSessions',
  method: 'GET',
  path: '/api/pump-sessions',
  summary: `Fillings by code, newest first, ${MAX_LISTED} at most`,
  caller: 'changeCard',
  query: z.object({
    state: absentWhenEmpty(z.enum(PUMP_SESSION_STATES, { error: 'Неизвестное состояние' })),
    card_id: absentWhenEmpty(id),
  }),
  data: z.array(pumpSession),
  meta: z.object({
    accepted: z
      .boolean()
      .nullable()
      .meta({ description: 'the network of `card_id` takes codes of the portal; null without a card' }),
  }),
  source: 'docs/calls.md 48',
});

export const readPumpSession = endpoint({
  name: 'readPumpSession',
  method: 'GET',
  path: '/api/pump-sessions/:id',
  summary: 'One filling by code, with the times of its states',
  caller: 'changeCard',
  params: idParams,
  data: pumpSession,
  source: 'docs/calls.md 48',
});

/** 409 once the pump may sell: then the network ends it. */
export const cancelPumpSession = endpoint({
  name: 'cancelPumpSession',
  method: 'POST',
  path: '/api/pump-sessions/:id/cancel',
  summary: 'The code is good no more',
  caller: 'changeCard',
  params: idParams,
  body: z.object({}),
  data: pumpSession,
  source: 'docs/calls.md 48',
});

import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { day, idParams, moment, optionalText, page, PERIOD_BACKWARDS, rowsPerPage } from './fields.ts';
import { rubles } from './kopecks.ts';
import { pagination } from './pagination.ts';

/** What looks wrong among a company's fillings: docs/calls.md 27. */

/** Each rule: what it is called, how it is explained and by which figures it goes. */
export const SIGNAL_RULE = {
  'over-tank': {
    title: 'Больше бака',
    words: 'Залито больше, чем помещается в бак, с запасом 5 %',
    parameters: { times: 1.05 },
  },
  'day-tanks': {
    title: 'Больше двух баков за день',
    words: 'За день куплено больше двух баков',
    parameters: { tanks: 2 },
  },
  'other-fuel': { title: 'Не то топливо', words: 'Машина ездит на другом топливе', parameters: {} },
  'too-fast': {
    title: 'Быстрее, чем можно доехать',
    words: 'Между двумя заправками пришлось бы ехать быстрее 120 км/ч по прямой',
    parameters: { kmPerHour: 120, leastKm: 5 },
  },
  'too-often': {
    title: 'Слишком часто',
    words: 'Вторая заправка меньше чем через 30 минут; долив меньше 20 л не считается',
    parameters: { minutes: 30, leastCentilitres: 2000 },
  },
  'outside-hours': {
    title: 'В необычное время',
    words: 'Ночью, с 23 до 5 часов по Москве, хотя эту машину ночью не заправляют',
    parameters: { from: '05:00', until: '23:00', days: 90, samples: 10, usualShare: 0.05 },
  },
  price: {
    title: 'Цена не как в регионе',
    words: 'Цена литра отличается от обычной в регионе больше чем на 20 %',
    parameters: { percent: 20 },
  },
  habit: {
    title: 'Не как обычно',
    words: 'Намного больше, чем машина брала за 90 дней (медиана и отклонение от неё)',
    parameters: { days: 90, samples: 8, strength: 5, timesMedian: 1.5 },
  },
  refunds: { title: 'Частые возвраты', words: 'Три возврата за 30 дней', parameters: { count: 3, days: 30 } },
} as const;

export type SignalRuleKey = keyof typeof SIGNAL_RULE;
export const SIGNAL_RULE_KEYS = Object.keys(SIGNAL_RULE) as [SignalRuleKey, ...SignalRuleKey[]];

/** New; somebody looks into it; explained, waste of the company's money, or a false alarm. */
export const SIGNAL_STATES = ['new', 'owned', 'explained', 'waste', 'false'] as const;
export type SignalState = (typeof SIGNAL_STATES)[number];
export const SIGNAL_STATE_TITLE: Record<SignalState, string> = {
  new: 'Новый',
  owned: 'Разбирают',
  explained: 'Объяснено',
  waste: 'Потери',
  false: 'Ложная тревога',
};
export const VERDICTS = ['explained', 'waste', 'false'] as const;

export const signal = z.object({
  id: z.int(),
  rule: z.object({ key: z.enum(SIGNAL_RULE_KEYS), title: z.string() }),
  state: z.enum(SIGNAL_STATES),
  confidence: z.int().meta({ description: 'per cent' }),
  evidence: z.string(),
  operation: z.object({
    id: z.int(),
    at: moment,
    litres: z.number(),
    sum: rubles,
    goods: z.string(),
    station: z.string(),
  }),
  card: z.object({ id: z.int(), card_number: z.string() }),
  vehicle: z.object({ id: z.int(), plate: z.string(), brand: z.string() }).nullable(),
  owner: z.string().nullable(),
  note: z.string(),
  found_at: moment,
});

export const listSignals = endpoint({
  name: 'listSignals',
  method: 'GET',
  path: '/api/signals',
  summary: 'What looks wrong among the company’s fillings, newest first',
  caller: 'read',
  query: z.object({
    state: z.enum(SIGNAL_STATES, { error: 'Неизвестное состояние' }).optional(),
    page,
    perPage: rowsPerPage(50),
  }),
  data: z.array(signal),
  meta: z.object({
    pagination,
    rules: z
      .array(
        z.object({
          key: z.enum(SIGNAL_RULE_KEYS),
          title: z.string(),
          words: z.string(),
          found: z.int(),
          precision: z.int().nullable().meta({
            description: 'per cent of the decided ones that were no false alarm; null: none is decided',
          }),
        }),
      )
      .meta({ description: 'every rule, with what it has told so far' }),
  }),
  source: 'docs/calls.md 27',
});

/** Errors: 404; 409 when it is decided. Whoever takes what a colleague has becomes its owner. */
export const ownSignal = endpoint({
  name: 'ownSignal',
  method: 'POST',
  path: '/api/signals/:id/own',
  summary: 'Takes it upon oneself to look into what looks wrong',
  caller: 'changeCard',
  params: idParams,
  body: z.object({}),
  data: signal,
  source: 'docs/calls.md 27',
});

/** Errors: 400 for another verdict; 404. A later verdict replaces an earlier one. */
export const judgeSignal = endpoint({
  name: 'judgeSignal',
  method: 'POST',
  path: '/api/signals/:id/verdict',
  summary: 'Says what it was: explained, waste or a false alarm',
  caller: 'changeCard',
  params: idParams,
  body: z.object({
    verdict: z.enum(VERDICTS, { error: `Решение: ${VERDICTS.join(', ')}` }),
    note: optionalText(500).default(''),
  }),
  data: signal,
  source: 'docs/calls.md 27',
});

export const TRY_DAYS_MOST = 400;

/** Errors: 400 for a period that is backwards or longer than TRY_DAYS_MOST days, 404 for no such rule. */
export const trySignalRule = endpoint({
  name: 'trySignalRule',
  method: 'POST',
  path: '/api/signals/rules/:key/try',
  summary: 'What a rule would have told of a period; changes nothing',
  caller: 'read',
  changesNothing: true,
  params: z.object({ key: z.string().max(40) }),
  body: z
    .object({ from: day, to: day })
    .refine(({ from, to }) => from <= to, { message: PERIOD_BACKWARDS, path: ['from'] })
    .refine(({ from, to }) => Date.parse(to) - Date.parse(from) <= TRY_DAYS_MOST * 86_400_000, {
      message: `Не больше ${TRY_DAYS_MOST} дней`,
      path: ['to'],
    }),
  data: z.object({
    looked_at: z.int().meta({ description: 'fillings' }),
    would_tell: z.int(),
    examples: z
      .array(
        z.object({
          operation_id: z.int(),
          at: moment,
          card_id: z.int(),
          vehicle_id: z.int().nullable(),
          evidence: z.string(),
          confidence: z.int(),
        }),
      )
      .meta({ description: 'the newest, up to 50' }),
  }),
  source: 'docs/calls.md 27',
});

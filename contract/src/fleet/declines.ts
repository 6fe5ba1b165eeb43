import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { EXCEPTION_STATES } from './exceptions.ts';
import { beginning, absentWhenEmpty, ending, flag, id, moment, page, rowsPerPage } from '../fields.ts';
import { rubles } from '../kopecks.ts';
import { pagination } from '../pagination.ts';

/** Purchases that were refused at the pump: docs/calls.md 40. */

/** Why, and what a person can do about it. */
export const DECLINE_CODE = {
  rule: {
    title: 'Правила компании',
    advice: 'Измените правило карты или разрешите эту заправку один раз.',
  },
  blocked: { title: 'Карта закрыта', advice: 'Откройте карту на её странице и повторите через минуту.' },
  'not-set-up': { title: 'Карта не настроена', advice: 'Выберите виды топлива на странице карты.' },
  goods: { title: 'Не то топливо', advice: 'Добавьте этот вид топлива в услуги карты.' },
  limit: { title: 'Лимит сети', advice: 'Увеличьте лимит карты или подождите следующего периода.' },
  money: { title: 'Не хватило денег', advice: 'Переведите деньги на карту.' },
  other: { title: 'Отказала сеть', advice: 'Повторите позже; если не поможет, напишите в поддержку.' },
} as const;
export type DeclineCode = keyof typeof DECLINE_CODE;
export const DECLINE_CODES = Object.keys(DECLINE_CODE) as [DeclineCode, ...DeclineCode[]];

const DECLINES_PER_PAGE = 50;

export const listDeclines = endpoint({
  name: 'listDeclines',
  method: 'GET',
  path: '/api/declines',
  summary: 'Refusals at the pump, newest first, each with what to do',
  caller: 'read',
  key: { scope: 'declines:read', path: '/api/v1/declines' },
  query: z.object({
    card_id: absentWhenEmpty(id),
    from: absentWhenEmpty(beginning),
    to: absentWhenEmpty(ending),
    waiting: absentWhenEmpty(flag).meta({
      description: 'only those for which an exception is still offered',
    }),
    page,
    perPage: rowsPerPage(DECLINES_PER_PAGE),
  }),
  data: z.array(
    z.object({
      id: z.int(),
      at: moment,
      card_id: z.int(),
      card_number: z.string(),
      partner_id: z.int(),
      code: z.enum(DECLINE_CODES),
      title: z.string(),
      reason: z.string(),
      advice: z.string(),
      station: z.string().nullable(),
      time_zone: z.string().nullable().meta({
        description: 'of the station, where its clock is not Moscow’s; by the region in its address',
        example: 'Asia/Vladivostok',
      }),
      goods: z.string().nullable(),
      litres: z.number(),
      sum: rubles,
      exception: z
        .object({ id: z.int(), state: z.enum(EXCEPTION_STATES), until: moment.nullable() })
        .nullable()
        .meta({ description: 'what was proposed or asked for after it, and what came of it' }),
    }),
  ),
  meta: z.object({ pagination }),
  source: 'docs/calls.md 40',
});

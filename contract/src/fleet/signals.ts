import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import {
  day,
  absentWhenEmpty,
  flag,
  id,
  idParams,
  moment,
  optionalText,
  page,
  PERIOD_BACKWARDS,
  rowsPerPage,
} from '../fields.ts';
import { rubles } from '../kopecks.ts';
import { pagination } from '../pagination.ts';
import { SIGNAL_ACTIONS, SIGNAL_RULE_KEYS } from './signal-rule.ts';

/** Suspicious fillings of a company: docs/calls.md 27. */

export const VERDICTS = ['explained', 'waste', 'false'] as const;

/** New; under review by a colleague; explained, waste of the company's money, or a false alarm. */
export const SIGNAL_STATES = ['new', 'owned', ...VERDICTS] as const;
export type SignalState = (typeof SIGNAL_STATES)[number];
export const SIGNAL_STATE_TITLE: Record<SignalState, string> = {
  new: 'Новый',
  owned: 'В разборе',
  explained: 'Объяснено',
  waste: 'Потери',
  false: 'Ложная тревога',
};
/** Filter by state: one of them, or all that need a verdict. */
const SIGNAL_STATE_FILTERS = [...SIGNAL_STATES, 'open'] as const;
export type SignalStateFilter = (typeof SIGNAL_STATE_FILTERS)[number];
/** Whether a page counts signals, or the fillings that they are about. */
const SIGNAL_PAGES = ['signal', 'filling'] as const;

/** States in which a signal still needs a verdict. */
export const OPEN_STATES: readonly SignalState[] = ['new', 'owned'];

/**
 * State of a card that a signal was to close: its network has not answered, has blocked it, has refused (it is asked
 * again), or blocks no cards at all; the card is opened again, or about to be.
 */
const CLOSINGS = ['closing', 'closed', 'refused', 'unable', 'opening', 'opened'] as const;
export type Closing = (typeof CLOSINGS)[number];

/** Filter by owner: the caller, no owner, or a colleague. */
export const SIGNAL_OWNERS = ['me', 'nobody'] as const;

const colleague = z.object({ id: z.int(), name: z.string() });

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
  driver: z
    .string()
    .nullable()
    .meta({ description: 'who had the card then, as «Иванов И. П.»; several are joined by commas' }),
  owner: z.string().nullable(),
  is_mine: z.boolean().meta({ description: 'the caller owns it' }),
  closing: z
    .enum(CLOSINGS)
    .nullable()
    .meta({ description: 'what has become of its card; null: it was only told of' }),
  note: z.string(),
  found_at: moment,
});

export const listSignals = endpoint({
  name: 'listSignals',
  method: 'GET',
  path: '/api/signals',
  summary:
    'What looks wrong among the company’s fillings: the caller’s own and open ones first, then by what is at stake',
  caller: 'read',
  query: z.object({
    state: absentWhenEmpty(z.enum(SIGNAL_STATE_FILTERS, { error: 'Неизвестное состояние' })).meta({
      description: 'open: new and owned',
    }),
    rule: absentWhenEmpty(z.enum(SIGNAL_RULE_KEYS, { error: 'Такого правила нет' })),
    vehicleId: absentWhenEmpty(id),
    driverId: absentWhenEmpty(id).meta({ description: 'who drove with the card when it was used' }),
    cardId: absentWhenEmpty(id),
    operationId: absentWhenEmpty(id).meta({ description: 'of this filling alone' }),
    owner: absentWhenEmpty(z.union([z.enum(SIGNAL_OWNERS), id], { error: 'Такого ответственного нет' })),
    sort: absentWhenEmpty(z.enum(['weight', 'time'], { error: 'Список так не упорядочить' })).meta({
      description: 'by what is at stake (as usual), or the newest fillings first',
    }),
    upTo: absentWhenEmpty(id).meta({
      description: 'meta.up_to of the first page: what is found meanwhile does not move the pages',
    }),
    by: absentWhenEmpty(z.enum(SIGNAL_PAGES, { error: 'Неизвестное деление на страницы' })).meta({
      description:
        'filling: pages and their total count fillings, each with all its signals that match, by sum',
    }),
    page,
    perPage: rowsPerPage(50),
  }),
  data: z.array(signal),
  meta: z.object({
    pagination,
    up_to: z.int().nullable().meta({ description: 'send it with the next page; null: there are none' }),
    open: z.object({ mine: z.int(), all: z.int(), fillings: z.int(), stake: rubles }).meta({
      description:
        'without a verdict, whatever the filter: the caller’s, all, how many fillings these are, and their sum',
    }),
    owner: colleague.nullable().meta({ description: 'whose it is where a rule names nobody' }),
    people: z.array(colleague).meta({ description: 'who may own it' }),
    rules: z
      .array(
        z.object({
          key: z.enum(SIGNAL_RULE_KEYS),
          title: z.string(),
          words: z.string(),
          deed: z.enum(SIGNAL_ACTIONS),
          owner: colleague.nullable(),
          found: z.int(),
          decided: z.int(),
          confirmed: z.int().meta({ description: 'of the decided ones those that were no false alarm' }),
          precision: z.int().nullable().meta({
            description: 'per cent of the decided ones that were no false alarm; null: none is decided',
          }),
        }),
      )
      .meta({ description: 'every rule, with what it has told so far' }),
  }),
  source: 'docs/calls.md 27',
});

/** A filling may have several signals: a user decides about the filling. */
export const wholeFilling = absentWhenEmpty(flag).meta({
  description: 'true: also all other open signals of its filling',
});

/** Errors: 404; 409 when it is decided. A caller who takes a colleague's signal becomes its owner. */
export const ownSignal = endpoint({
  name: 'ownSignal',
  method: 'POST',
  path: '/api/signals/:id/own',
  summary: 'Takes it upon oneself to look into what looks wrong',
  caller: 'changeCard',
  params: idParams,
  body: z.object({ filling: wholeFilling }),
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
    filling: wholeFilling,
  }),
  data: signal,
  source: 'docs/calls.md 27',
});

export const MAX_TRY_DAYS = 400;

/** Errors: 400 for a period that is backwards or longer than MAX_TRY_DAYS days, 404 for no such rule. */
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
    .refine(({ from, to }) => Date.parse(to) - Date.parse(from) <= MAX_TRY_DAYS * 86_400_000, {
      message: `Не больше ${MAX_TRY_DAYS} дней`,
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

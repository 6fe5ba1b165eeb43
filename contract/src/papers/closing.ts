import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import {
  absentWhenEmpty,
  listSchema,
  moment,
  month,
  page,
  REQUIRED,
  requiredText,
  rowsPerPage,
} from '../fields.ts';
import { rubles } from '../kopecks.ts';
import { pagination } from '../pagination.ts';

/** Kinds of cases that block the closing of a month: docs/operations/month.md. */
export const CLOSING_KINDS = ['feed', 'movement', 'sale', 'payment'] as const;
export type ClosingKind = (typeof CLOSING_KINDS)[number];

/**
 * Stages of a month: it still runs, it is over and not closed, its documents are being made, or all of them are
 * made.
 */
const MONTH_STAGES = ['running', 'due', 'closing', 'closed'] as const;
export type MonthStage = (typeof MONTH_STAGES)[number];

export const CLOSING_KIND_TITLE: Record<ClosingKind, string> = {
  feed: 'Сети, продажи которых не прочитаны до конца месяца',
  movement: 'Движения денег, исход которых неизвестен',
  sale: 'Продажи, которые не проведены по учёту',
  payment: 'Платежи на разборе',
};

const kind = z.enum(CLOSING_KINDS);

const openCases = z.array(z.object({ kind, count: z.int().positive() }));

const isKind = (value: unknown): value is ClosingKind => kind.safeParse(value).success;

const despite = listSchema(z.unknown(), 20)
  .refine((kinds) => kinds.every(isKind), 'Неизвестный вид')
  .transform((kinds) => [...new Set(kinds.filter(isKind))]);

/**
 * Refuses with 409: the month is still running, or it has an obstacle whose kind `despite` does not name.
 * `data.open` of the refusal lists all obstacles. A month whose closing has started is never refused, so that it
 * can be finished.
 */
export const closeMonth = endpoint({
  name: 'closeMonth',
  method: 'POST',
  path: '/staff/api/documents/close-month',
  summary: 'Makes the month’s closing set for every company; refuses while something stands against it',
  caller: 'staff.handleMoney',
  secondPerson: true,
  body: z
    .object({ date: month, despite, reason: absentWhenEmpty(requiredText(500)) })
    .refine((input) => input.despite.length === 0 || input.reason !== undefined, {
      message: REQUIRED,
      path: ['reason'],
    }),
  data: z.object({
    companies: z.int(),
    documents: z.int(),
    open: openCases.meta({ description: 'what stood against the month when the call was made' }),
    /** Companies without documents although something happened in the month, and why. */
    unmade: z.array(z.object({ company_id: z.int(), title: z.string(), reason: z.string() })),
  }),
  source: 'docs/calls.md 9',
});

export const readClosing = endpoint({
  name: 'readClosing',
  method: 'GET',
  path: '/staff/api/documents/closing',
  summary: 'What stands against closing a month, how far the feeds are read, and what was closed so far',
  caller: 'staff.read',
  query: z.object({ date: month }),
  data: z.object({
    running: z.boolean().meta({ description: 'the month is not over: it can’t be closed' }),
    stage: z.enum(MONTH_STAGES).meta({
      description: '`closing`: it was closed, and documents of some companies are still being made',
    }),
    open: openCases,
    titles: z.record(kind, z.string()),
    networks: z.array(
      z.object({
        id: z.int(),
        title: z.string(),
        read_at: moment.nullable().meta({ description: 'when the last complete reading of its feed began' }),
        read_from: moment.meta({ description: 'a reading that began at this moment or later is enough' }),
        complete: z.boolean(),
      }),
    ),
    closed: z.object({
      companies: z.int().meta({ description: 'companies that have documents of the month' }),
      documents: z.int(),
      waiting: z.int().meta({ description: 'companies whose documents are still being made' }),
    }),
    decisions: z
      .array(
        z.object({
          at: moment,
          by: z.object({
            id: z.int(),
            firstname: z.string().nullable(),
            lastname: z.string().nullable(),
          }),
          open: openCases,
          despite: z.array(kind),
          reason: z.string().nullable(),
        }),
      )
      .meta({
        description: 'who has closed the month, what stood against it then and why that was accepted',
      }),
  }),
  source: 'docs/calls.md 9',
});

/** Shows what would be made now. Whatever is booked meanwhile is included. */
export const previewClosing = endpoint({
  name: 'previewClosing',
  method: 'GET',
  path: '/staff/api/documents/closing/preview',
  summary:
    'What closing a month would make for each company, by title: sales of networks, payments, cards, papers',
  caller: 'staff.read',
  query: z.object({ date: month, page, perPage: rowsPerPage(50) }),
  data: z.array(
    z.object({
      company: z.object({ id: z.int(), inn: z.string().nullable(), title: z.string() }),
      state: z
        .enum(['to-make', 'nothing', 'made'])
        .meta({ description: '`made`: the company has the papers of the month, and gets no others' }),
      networks: z.array(z.object({ id: z.int(), title: z.string(), sum: rubles })),
      payments: rubles,
      cards: z.int().meta({ description: 'issued and in no act yet' }),
      documents: z.int(),
    }),
  ),
  meta: z.object({ pagination }),
  source: 'docs/calls.md 7',
});

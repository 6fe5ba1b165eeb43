import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { moment } from '../fields.ts';
import { rubles } from '../kopecks.ts';

/** The first screen of the cabinet: how the company is doing, in one answer. */

/** Number of days from which the usual spending is computed. */
export const USUAL_SPENDING_DAYS = 30;

/** Tasks that need attention, in the order in which a screen lists them. */
export const ATTENTION_KINDS = [
  'debt',
  'authority',
  'cards-not-set-up',
  'cards-blocked',
  'cards-empty',
  'requests',
  'documents',
  'invoices',
] as const;
export type AttentionKind = (typeof ATTENTION_KINDS)[number];

/** Kinds of things that wait for a decision of a user: a list of the cabinet has exactly these. */
export const WAITING_KINDS = [
  'debt',
  'signals',
  'exceptions',
  'declines',
  'stopped',
  'documents',
  'invoices',
  'orders',
  'cards',
] as const;
export type WaitingKind = (typeof WAITING_KINDS)[number];

export const waiting = z.object({
  kind: z.enum(WAITING_KINDS),
  count: z.int().meta({ description: 'as many as the list behind `href` has' }),
  sum: rubles.optional().meta({ description: 'what they come to, where that is known' }),
  due_at: moment.optional().meta({ description: 'when the first of them is due' }),
  note: z.string().optional().meta({ description: 'what a term means, and what follows' }),
  href: z.string().meta({ description: 'page of the cabinet that shows exactly these' }),
});
export type Waiting = z.infer<typeof waiting>;

const attention = z.object({
  kind: z.enum(ATTENTION_KINDS),
  count: z
    .int()
    .meta({ description: 'how many there are; 1 for a debt and for the authority of a first admin' }),
  sum: rubles.nullable().meta({ description: 'what is owed or not paid yet; null where nothing is paid' }),
  late: z.boolean().meta({ description: 'the term is over' }),
});

export const overview = z.object({
  money: z.object({
    own: rubles.meta({ description: 'the company’s own money, wherever it lies: as `ownFunds`' }),
    credit_available: rubles,
    per_day: rubles.meta({
      description: 'spent on fuel a day, on average over the 30 days before today',
    }),
    days_left: z.int().nullable().meta({
      description: 'for how many whole days the own money lasts at this pace; null: nothing is spent',
    }),
  }),
  spending: z.object({
    today: z.string().meta({ description: 'YYYY-MM-DD in Moscow' }),
    this_month: rubles.meta({
      description: 'spent on fuel: purchases less refunds, from the first until now',
    }),
    last_month: rubles,
    last_month_to_date: rubles.meta({
      description: 'of the last month, as many days as this one has had: from its first to the same date',
    }),
    days: z.array(
      z.object({
        date: z
          .string()
          .meta({ description: 'YYYY-MM-DD in Moscow; days of this month on which something was spent' }),
        networks: z.array(z.object({ partner_id: z.int(), sum: rubles })),
      }),
    ),
  }),
  attention: z.array(attention).meta({ description: 'only what there is' }),
  waiting: z.array(waiting).meta({
    description:
      'what the caller may decide, the most urgent first; kinds of which there is nothing are left out',
  }),
  has_fillings: z.boolean().meta({ description: 'a card has been used at a station' }),
});

export const readOverview = endpoint({
  name: 'readOverview',
  method: 'GET',
  path: '/api/overview',
  summary: 'How the company is doing: its money and for how long it lasts, this month, what needs somebody',
  caller: 'read',
  data: overview,
  source: 'docs/calls.md 10',
});

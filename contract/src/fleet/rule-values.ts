import { z } from 'zod';
import { decimal, id, listSchema, requiredText, wholeNumber } from '../fields.ts';
import { LIMIT_PERIOD, type CalendarUnit } from '../ids.ts';

/**
 * Values of the fleet's rules, by kind: docs/calls.md 40. A rule without a value removes what a wider layer sets for
 * its kind.
 */

export const SPENDING_PERIODS = [
  ...(Object.values(LIMIT_PERIOD).map((period) => period.calendarUnit) as CalendarUnit[]),
  'once' as const,
];
export type SpendingPeriod = (typeof SPENDING_PERIODS)[number];
export const SPENDING_MEASURES = ['litres', 'sum'] as const;
export type SpendingMeasure = (typeof SPENDING_MEASURES)[number];
export type SpendingKind = `${SpendingMeasure}_${SpendingPeriod}`;

/** The nearest period first: the shortest limit is the one that a network is asked to hold. */
export const SPENDING_KINDS = SPENDING_PERIODS.flatMap((period) =>
  SPENDING_MEASURES.map((measure): SpendingKind => `${measure}_${period}`),
);

/** Periods of a budget that the cards of a group share (decision 186). */
export const BUDGET_PERIODS = ['day', 'week', 'month'] as const satisfies readonly CalendarUnit[];
export type BudgetPeriod = (typeof BUDGET_PERIODS)[number];
export type BudgetKind = `together_${SpendingMeasure}_${BudgetPeriod}`;

/** Limits of the scope `together`: all cards of a group spend from one counter. */
export const BUDGET_KINDS = BUDGET_PERIODS.flatMap((period) =>
  SPENDING_MEASURES.map((measure): BudgetKind => `together_${measure}_${period}`),
);

export function isBudgetKind(kind: RuleKind): kind is BudgetKind {
  return (BUDGET_KINDS as readonly RuleKind[]).includes(kind);
}

const OTHER_RULE_KINDS = [
  'fillings_day',
  'litres_filling',
  'hours',
  'goods',
  'networks',
  'regions',
  'stations',
  'price',
  'on_request',
] as const;
export type RuleKind = SpendingKind | BudgetKind | (typeof OTHER_RULE_KINDS)[number];
export const RULE_KINDS: readonly RuleKind[] = [...SPENDING_KINDS, ...OTHER_RULE_KINDS, ...BUDGET_KINDS];

/** Type of an input field. */
export type RuleField = 'number' | 'filling' | 'hours' | 'goods' | 'networks' | 'regions' | 'stations';
interface RuleLabel {
  title: string;
  field: RuleField;
  suffix?: string;
}

const PERIOD_LABELS: Record<SpendingPeriod, string> = {
  day: 'в сутки',
  week: 'в неделю',
  month: 'в месяц',
  quarter: 'в квартал',
  once: 'всего',
};
const MEASURED: Record<SpendingMeasure, { title: string; suffix: string }> = {
  litres: { title: 'Литры', suffix: 'л' },
  sum: { title: 'Сумма', suffix: '₽' },
};
const SPENDING_LABELS = Object.fromEntries(
  SPENDING_PERIODS.flatMap((period) =>
    SPENDING_MEASURES.map((measure): [SpendingKind, RuleLabel] => {
      const { title, suffix } = MEASURED[measure];
      return [
        `${measure}_${period}`,
        { title: `${title} ${PERIOD_LABELS[period]}`, field: 'number', suffix },
      ];
    }),
  ),
) as Record<SpendingKind, RuleLabel>;

const BUDGET_LABELS = Object.fromEntries(
  BUDGET_PERIODS.flatMap((period) =>
    SPENDING_MEASURES.map((measure): [BudgetKind, RuleLabel] => {
      const { title, suffix } = MEASURED[measure];
      const label = `Вся группа вместе: ${title.toLowerCase()} ${PERIOD_LABELS[period]}`;
      return [`together_${measure}_${period}`, { title: label, field: 'number', suffix }];
    }),
  ),
) as Record<BudgetKind, RuleLabel>;

/** Label of each kind on a screen, and its input field there. */
export const RULE_LABELS: Readonly<Record<RuleKind, RuleLabel>> = {
  goods: { title: 'Виды топлива', field: 'goods' },
  ...SPENDING_LABELS,
  fillings_day: { title: 'Заправок в сутки', field: 'number' },
  hours: { title: 'Часы и дни', field: 'hours' },
  networks: { title: 'Сети', field: 'networks' },
  regions: { title: 'Регионы', field: 'regions' },
  stations: { title: 'Список АЗС', field: 'stations' },
  litres_filling: { title: 'Литров за заправку', field: 'filling', suffix: 'л' },
  price: { title: 'Цена выше средней по региону', field: 'number', suffix: '%' },
  on_request: { title: 'Открывать перед заправкой', field: 'number', suffix: 'мин' },
  ...BUDGET_LABELS,
};

/** A litres limit that is the tank of the card's truck. */
export const TANK = 'tank';
const MIDNIGHT = '24:00';
const CLOCK = /^([01]\d|2[0-3]):[0-5]\d$|^24:00$/;
const TIME_MESSAGE = 'Время пишется как 06:00';
const MANY = 200;

const amount = decimal(0.01, 100_000_000, 'Больше нуля', 'Слишком много')
  .transform((value) => Math.round(value * 100) / 100)
  .pipe(z.number());

const hours = z
  .object({
    days: listSchema(wholeNumber(1, 7, 'Дни недели от 1 до 7'), 7)
      .refine((days) => days.length > 0, 'Выберите хотя бы один день')
      .transform((days) => [...new Set(days)].toSorted((a, b) => a - b))
      .pipe(z.array(z.int())),
    from: z
      .string({ error: TIME_MESSAGE })
      .regex(CLOCK, TIME_MESSAGE)
      .refine((from) => from !== MIDNIGHT, 'Начало суток пишется как 00:00'),
    to: z.string({ error: TIME_MESSAGE }).regex(CLOCK, TIME_MESSAGE),
  })
  .refine((input) => input.from !== input.to, 'Начало и конец совпадают');

const some = <Item extends z.ZodType>(item: Item) =>
  listSchema(item, MANY, `Не больше ${MANY}`).refine((list) => list.length > 0, 'Выберите хотя бы одно');

export const rule = z.discriminatedUnion(
  'kind',
  [
    z.object({ kind: z.enum(SPENDING_KINDS as [SpendingKind, ...SpendingKind[]]), value: amount.nullable() }),
    z.object({
      kind: z.enum(BUDGET_KINDS as [BudgetKind, ...BudgetKind[]]).meta({
        description: 'the scope `together`: what all cards of a group may buy; only a rule of a group',
      }),
      value: amount.nullable(),
    }),
    z.object({
      kind: z.literal('fillings_day'),
      value: wholeNumber(1, 100, 'От 1 до 100 заправок').nullable(),
    }),
    z.object({
      kind: z.literal('litres_filling'),
      value: z.union([z.literal(TANK), amount], { error: 'Литры или «tank»' }).nullable(),
    }),
    z.object({ kind: z.literal('hours'), value: hours.nullable() }),
    z.object({ kind: z.literal('goods'), value: some(id).nullable() }),
    z.object({ kind: z.literal('networks'), value: some(id).nullable() }),
    z.object({ kind: z.literal('regions'), value: some(requiredText(100)).nullable() }),
    z.object({ kind: z.literal('stations'), value: some(requiredText(300)).nullable() }),
    z.object({
      kind: z.literal('price'),
      value: wholeNumber(0, 100, 'От 0 до 100 процентов').nullable(),
    }),
    z.object({
      kind: z.literal('on_request'),
      value: wholeNumber(5, 720, 'От 5 минут до 12 часов').nullable(),
    }),
  ],
  { error: 'Такого правила нет' },
);
export type Rule = z.output<typeof rule>;

/** One of a kind at most. A list that was not sent is a mistake: an empty one lifts every rule. */
export const ruleList = z
  .array(rule, 'Передайте список правил: пустой список снимает их все')
  .max(RULE_KINDS.length, 'Правил больше, чем их видов')
  .refine(
    (rules) => new Set(rules.map((item) => item.kind)).size === rules.length,
    'Правило одного вида указано дважды',
  );

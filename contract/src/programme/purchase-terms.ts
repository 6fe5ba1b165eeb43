import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import {
  absentWhenEmpty,
  day,
  idParams,
  moment,
  optionalText,
  requiredText,
  wholeNumber,
} from '../fields.ts';
import { FUELS } from '../fleet/vehicles.ts';
import { PARTNER_ID_MAX } from '../ids.ts';
import { moneyOrZero, rubles } from '../kopecks.ts';

/** Prices at which networks sell fuel to the programme, each with its first day: decision 167. */

export const PURCHASE_PRICINGS = ['percent', 'litre', 'fixed'] as const;
export type PurchasePricing = (typeof PURCHASE_PRICINGS)[number];
export const PURCHASE_PRICING_TITLE: Record<PurchasePricing, string> = {
  percent: 'Скидка, % от цены АЗС',
  litre: 'Скидка, ₽ с литра',
  fixed: 'Цена за литр',
};
export const PURCHASE_PRICING_UNIT: Record<PurchasePricing, string> = {
  percent: '%',
  litre: '₽/л',
  fixed: '₽/л',
};

/** `replaced`: a later term of the same scope holds; `ended` covers nothing more; `withdrawn` was ended before its first day. */
const PURCHASE_TERM_STATES = ['current', 'planned', 'replaced', 'ended', 'withdrawn'] as const;
export type PurchaseTermState = (typeof PURCHASE_TERM_STATES)[number];
export const PURCHASE_TERM_STATE_TITLE: Record<PurchaseTermState, string> = {
  current: 'Действует',
  planned: 'Ещё не началось',
  replaced: 'Заменено новым',
  ended: 'Завершено',
  withdrawn: 'Отозвано',
};

/** More is a slip of the finger. */
const MAX_RATE: Record<PurchasePricing, number> = { percent: 50, litre: 50, fixed: 1000 };
const MAX_BONUS_PERCENT = 20;

const pricing = z.enum(PURCHASE_PRICINGS, {
  error: 'Выберите: скидка в процентах, с литра или цена за литр',
});
const goodsKind = z.enum(FUELS, { error: 'Вид топлива: дизель, бензин или газ' });

const rules = z.object({
  partner_id: wholeNumber(1, PARTNER_ID_MAX, 'Выберите сеть'),
  goods: absentWhenEmpty(requiredText(255)),
  goods_kind: absentWhenEmpty(goodsKind),
  pricing,
  rate: moneyOrZero.transform(Number),
  bonus: absentWhenEmpty(
    moneyOrZero
      .refine((value) => value <= MAX_BONUS_PERCENT * 100, `Бонус не больше ${MAX_BONUS_PERCENT} %`)
      .transform(Number),
  ),
  first_day: day,
  last_day: absentWhenEmpty(day),
});

/** Checks the rules that span several fields. */
function checkRules(input: z.output<typeof rules>, context: z.RefinementCtx): void {
  const issue = (field: string, message: string): void =>
    context.addIssue({ code: 'custom', path: [field], message });
  const max = MAX_RATE[input.pricing];
  if (input.rate > max * 100) issue('rate', `Не больше ${max}`);
  if (input.pricing === 'fixed' && input.rate === 0) issue('rate', 'Укажите цену за литр');
  if (input.goods !== undefined && input.goods_kind !== undefined)
    issue('goods', 'Укажите товар или вид топлива, не оба');
  if (input.last_day !== undefined && input.last_day < input.first_day)
    issue('last_day', 'Последний день раньше первого');
}

export const purchaseTerm = z.object({
  id: z.int(),
  partner: z.object({ id: z.int(), title: z.string() }),
  goods: z.string().nullable().meta({ description: 'the title of what is sold' }),
  goods_kind: goodsKind
    .nullable()
    .meta({ description: 'a kind of fuel; null with `goods` null: everything that the network sells' }),
  pricing,
  rate: z.number().meta({ description: 'percent of the station’s sum or rubles a litre, two decimals' }),
  bonus: z.number().meta({ description: 'percent of the turnover that the network pays back' }),
  first_day: day,
  last_day: day.nullable().meta({ description: 'as it is now, however it was ended' }),
  state: z.enum(PURCHASE_TERM_STATES),
  note: z.string(),
  created_at: moment,
  created_by: z.string(),
  ended: z.object({ at: moment, by: z.string(), reason: z.string() }).nullable(),
});
export type PurchaseTermOnWire = z.output<typeof purchaseTerm>;

const staffTerm = { caller: 'staff.handleMoney', source: 'docs/calls.md 17' } as const;

export const listPurchaseTerms = endpoint({
  name: 'listPurchaseTerms',
  method: 'GET',
  path: '/staff/api/purchase-terms',
  summary: 'What fuel costs the programme at each network: terms in force and to come first',
  caller: 'staff.read',
  data: z.array(purchaseTerm),
  meta: z.object({
    goods: z.array(z.string()).meta({ description: 'titles of what was sold in the last 90 days' }),
  }),
  source: 'docs/calls.md 17',
});

export const createPurchaseTerm = endpoint({
  name: 'createPurchaseTerm',
  method: 'POST',
  path: '/staff/api/purchase-terms',
  summary: 'A new purchase term of a network; it moves no money, so its first day may have passed',
  body: rules.extend({ note: optionalText(500).default('') }).superRefine(checkRules),
  data: purchaseTerm,
  idempotent: true,
  secondPerson: true,
  needsFreshCode: true,
  ...staffTerm,
});

export const previewPurchaseTerm = endpoint({
  name: 'previewPurchaseTerm',
  changesNothing: true,
  method: 'POST',
  path: '/staff/api/purchase-terms/preview',
  summary:
    'What last month’s purchases would have cost the programme under a term; a nearer one keeps its own',
  body: rules.superRefine(checkRules),
  data: z.object({
    date_from: day,
    date_to: day,
    sales: z.int(),
    sum: rubles.meta({ description: 'at the station, less refunds' }),
    cost: rubles.meta({ description: 'what the programme would owe the network' }),
    cost_now: rubles.meta({ description: 'what it owes by the terms in force' }),
  }),
  ...staffTerm,
});

export const endPurchaseTerm = endpoint({
  name: 'endPurchaseTerm',
  method: 'POST',
  path: '/staff/api/purchase-terms/:id/end',
  summary: 'Puts a last day to a purchase term; a day before its first one withdraws it',
  params: idParams,
  body: z.object({ last_day: absentWhenEmpty(day), reason: requiredText(500) }),
  data: purchaseTerm,
  secondPerson: true,
  needsFreshCode: true,
  ...staffTerm,
});

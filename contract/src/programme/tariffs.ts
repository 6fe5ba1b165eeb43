import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import {
  day,
  absentWhenEmpty,
  id,
  idParams,
  moment,
  optionalText,
  requiredText,
  wholeNumber,
} from '../fields.ts';
import { PARTNER_ID_MAX } from '../ids.ts';
import { moneyOrZero, rubles } from '../kopecks.ts';

/** Tariffs of the programme and prices of its cards, each with its first day: decision 53. */

export const TARIFF_CHANGES = ['none', 'discount', 'surcharge'] as const;
export type TariffChange = (typeof TARIFF_CHANGES)[number];
export const TARIFF_CHANGE_TITLE: Record<TariffChange, string> = {
  none: 'Цена сети',
  discount: 'Скидка',
  surcharge: 'Надбавка',
};

export const TARIFF_UNITS = ['percent', 'litre'] as const;
export type TariffUnit = (typeof TARIFF_UNITS)[number];
export const TARIFF_UNIT_TITLE: Record<TariffUnit, string> = {
  percent: '% от суммы',
  litre: '₽ за литр',
};

/** `ended` has nothing left to cover, `withdrawn` was ended before its first day. */
const TARIFF_STATES = ['current', 'planned', 'ended', 'withdrawn'] as const;
export type TariffState = (typeof TARIFF_STATES)[number];
export const TARIFF_STATE_TITLE: Record<TariffState, string> = {
  current: 'Действует',
  planned: 'Ещё не начался',
  ended: 'Завершён',
  withdrawn: 'Отозван до начала',
};

/** More is a slip of the finger. */
const MAX_TARIFF_PERCENT = 50;
const MAX_TARIFF_FEE_PERCENT = 20;

/** Parses a percentage or rubles a litre with at most two decimals into hundredths. */
function hundredths(max: number, tooMuch: string) {
  return moneyOrZero.refine((value) => value <= max * 100, tooMuch).transform(Number);
}

/** Fees of the programme besides those of a purchase (decision 164). They are the same at all networks. */
export const SERVICE_FEES = ['delivery', 'client-month', 'card-month', 'minimum'] as const;
export type ServiceFee = (typeof SERVICE_FEES)[number];
export const SERVICE_FEE_TITLE: Record<ServiceFee, string> = {
  delivery: 'Доставка карт по заявке',
  'client-month': 'Абонентская плата за месяц',
  'card-month': 'Плата за карту с покупками в месяце',
  minimum: 'Минимум сборов за месяц',
};
/** The name of each fee on the wire. */
export const SERVICE_FEE_FIELD = {
  delivery: 'delivery_fee',
  'client-month': 'monthly_fee',
  'card-month': 'card_monthly_fee',
  minimum: 'monthly_minimum',
} as const satisfies Record<ServiceFee, string>;

const change = z.enum(TARIFF_CHANGES, { error: 'Выберите: скидка, надбавка или цена сети' });
const unit = z.enum(TARIFF_UNITS, { error: 'Выберите: процент от суммы или рубли за литр' });

const rules = z.object({
  company_id: absentWhenEmpty(id),
  partner_id: absentWhenEmpty(wholeNumber(1, PARTNER_ID_MAX, 'Такой сети нет')),
  goods: absentWhenEmpty(requiredText(255)),
  change,
  unit: unit.default('percent'),
  rate: absentWhenEmpty(hundredths(MAX_TARIFF_PERCENT, `Не больше ${MAX_TARIFF_PERCENT}`)),
  fee: absentWhenEmpty(hundredths(MAX_TARIFF_FEE_PERCENT, `Сбор не больше ${MAX_TARIFF_FEE_PERCENT} %`)),
  delivery_fee: absentWhenEmpty(moneyOrZero),
  monthly_fee: absentWhenEmpty(moneyOrZero),
  card_monthly_fee: absentWhenEmpty(moneyOrZero),
  monthly_minimum: absentWhenEmpty(moneyOrZero),
  first_day: day,
  last_day: absentWhenEmpty(day),
});

/** Checks the rules that span several fields. */
function checkRules(input: z.output<typeof rules>, context: z.RefinementCtx): void {
  const { rate = 0, fee = 0 } = input;
  const issue = (field: string, message: string): void =>
    context.addIssue({ code: 'custom', path: [field], message });
  if (input.change === 'none' && rate > 0)
    issue('rate', 'Цена сети ничего не меняет: уберите размер или выберите скидку');
  if (input.change !== 'none' && rate === 0) issue('rate', 'Укажите размер скидки или надбавки');
  const named = SERVICE_FEES.filter((kind) => input[SERVICE_FEE_FIELD[kind]] !== undefined);
  if (input.change === 'none' && rate === 0 && fee === 0 && named.length === 0)
    issue('fee', 'Тариф ничего не меняет: укажите сбор, скидку или надбавку');
  const isOfPart = input.partner_id !== undefined || input.goods !== undefined;
  for (const kind of isOfPart ? named : [])
    issue(
      SERVICE_FEE_FIELD[kind],
      'Такой сбор одинаков для всех сетей и товаров: введите его отдельным тарифом',
    );
  if (input.last_day !== undefined && input.last_day < input.first_day)
    issue('last_day', 'Последний день раньше первого');
}

/** Null where the tariff does not name it, so that a wider one counts. */
function serviceFee(description: string) {
  return rubles.nullable().optional().meta({ description });
}

export const tariff = z.object({
  id: z.int(),
  client: z
    .object({ id: z.int(), inn: z.string(), title: z.string() })
    .nullable()
    .meta({ description: 'null: all' }),
  partner: z.object({ id: z.int(), title: z.string() }).nullable().meta({ description: 'null: all' }),
  goods: z.string().nullable().meta({ description: 'the title of what is sold; null: all' }),
  change,
  unit,
  rate: z.number().meta({ description: 'percent of the sum or rubles a litre, two decimals at most' }),
  fee: z.number().meta({ description: 'percent of the sum at the station' }),
  delivery_fee: serviceFee('rubles for the delivery of an order’s cards'),
  monthly_fee: serviceFee('rubles a month'),
  card_monthly_fee: serviceFee('rubles a month for each card that has bought something in it'),
  monthly_minimum: serviceFee('rubles; what all fees of a month come to at least'),
  first_day: day,
  last_day: day.nullable().meta({ description: 'as it is now, however it was ended' }),
  state: z.enum(TARIFF_STATES),
  note: z.string(),
  created_at: moment,
  created_by: z.string(),
  ended: z
    .object({ at: moment, by: z.string(), reason: z.string() })
    .nullable()
    .meta({ description: 'who put an end to it' }),
  sales: z.int().meta({ description: 'how many sales and refunds it has been booked for' }),
});
export type TariffOnWire = z.output<typeof tariff>;

const staffTariff = { caller: 'staff.handleMoney', source: 'docs/calls.md 17' } as const;

export const listTariffs = endpoint({
  name: 'listTariffs',
  method: 'GET',
  path: '/staff/api/tariffs',
  summary: 'Every tariff, those in force and to come first; nothing is ever changed in place',
  caller: 'staff.read',
  data: z.array(tariff),
  meta: z.object({
    goods: z.array(z.string()).meta({ description: 'titles of what was sold in the last 90 days' }),
  }),
  source: 'docs/calls.md 17',
});

export const createTariff = endpoint({
  name: 'createTariff',
  method: 'POST',
  path: '/staff/api/tariffs',
  summary: 'A new tariff, from tomorrow at the earliest, or from today where nothing of it was sold today',
  body: rules.extend({ note: optionalText(500).default('') }).superRefine(checkRules),
  data: tariff,
  idempotent: true,
  secondPerson: true,
  needsFreshCode: true,
  ...staffTariff,
});

const previewSums = {
  sales: z.int(),
  sum: rubles.meta({ description: 'at the station' }),
  discount: rubles,
  surcharge: rubles,
  fee: rubles,
  charged: rubles.meta({ description: 'what it would have come to' }),
  charged_now: rubles.meta({ description: 'what it came to' }),
  services: rubles.optional().meta({ description: 'delivery and monthly fees, where the tariff names any' }),
  services_now: rubles.optional().meta({ description: 'what they came to' }),
};

export const previewTariff = endpoint({
  name: 'previewTariff',
  changesNothing: true,
  method: 'POST',
  path: '/staff/api/tariffs/preview',
  summary:
    'What last month’s purchases would have cost under a tariff, by client; a nearer tariff keeps its own',
  body: rules.superRefine(checkRules),
  data: z.object({
    date_from: day,
    date_to: day,
    clients: z
      .array(z.object({ id: z.int(), title: z.string(), ...previewSums }))
      .meta({ description: 'the fifty with the largest difference' }),
    more: z.int().meta({ description: 'how many clients are left out of the list' }),
    totals: z.object(previewSums),
  }),
  ...staffTariff,
});

export const endTariff = endpoint({
  name: 'endTariff',
  method: 'POST',
  path: '/staff/api/tariffs/:id/end',
  summary: 'Puts a last day to a tariff, today at the earliest; one that has not begun is withdrawn',
  params: idParams,
  body: z.object({ last_day: absentWhenEmpty(day), reason: requiredText(500) }),
  data: tariff,
  secondPerson: true,
  needsFreshCode: true,
  ...staffTariff,
});

export const cardPrice = z.object({
  id: z.int(),
  partner: z.object({ id: z.int(), title: z.string() }),
  card_price: rubles,
  first_day: day,
  current: z.boolean().meta({ description: 'counts today' }),
  created_at: moment,
  created_by: z.string().nullable(),
});
export type CardPriceOnWire = z.output<typeof cardPrice>;

export const listCardPrices = endpoint({
  name: 'listCardPrices',
  method: 'GET',
  path: '/staff/api/card-prices',
  summary: 'Prices of a card at each network by their first days, newest first',
  caller: 'staff.read',
  data: z.array(cardPrice),
  source: 'docs/calls.md 17',
});

export const planCardPrice = endpoint({
  name: 'planCardPrice',
  method: 'POST',
  path: '/staff/api/partners/:id/card-price',
  summary: 'A price of a network’s card from a day to come',
  params: idParams,
  body: z.object({ card_price: moneyOrZero, first_day: day }),
  data: cardPrice,
  needsFreshCode: true,
  ...staffTariff,
});

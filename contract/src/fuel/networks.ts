import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import {
  defaultWhenEmpty,
  absentWhenEmpty,
  flag,
  id,
  idParams,
  listSchema,
  requiredText,
  titleText,
} from '../fields.ts';
import { LIMIT_PERIODS, PARTNER_IDS } from '../ids.ts';
import { moneyOrZero } from '../kopecks.ts';
import { partner } from '../orders/orders.ts';

/** Fuel networks that the programme's staff add beside the spec's four (decision 66). */

/** Each is readable on a light and on a dark ground; the screens have its shades by this name. */
export const NETWORK_COLOURS = {
  violet: 'Фиолетовый',
  teal: 'Бирюзовый',
  orange: 'Оранжевый',
  rose: 'Розовый',
  olive: 'Оливковый',
  brown: 'Коричневый',
} as const;
export type NetworkColour = keyof typeof NETWORK_COLOURS;

/** Adapters that talk to a network, and the suffixes of the settings that each needs. */
export const NETWORK_ADAPTERS = {
  simulated: { title: 'Имитация сети', keys: [], needsAddress: false },
  neutral: { title: 'Нейтральный протокол', keys: ['API_KEY'], needsAddress: true },
  'rn-card': { title: 'РН-Карт', keys: ['LOGIN', 'PASSWORD', 'CONTRACT'], needsAddress: false },
  opti24: { title: 'ОПТИ 24', keys: ['LOGIN', 'PASSWORD', 'API_KEY', 'CONTRACT'], needsAddress: false },
} as const satisfies Record<string, { title: string; keys: readonly string[]; needsAddress: boolean }>;
export type NetworkAdapter = keyof typeof NETWORK_ADAPTERS;

export const LIMIT_UNSUPPORTED = 'Для карт этой сети лимит не задаётся';
export const BLOCK_UNSUPPORTED = 'Эта сеть не блокирует карты по команде';
export const ALL_GOODS_ONLY = 'Эта сеть не различает виды топлива: карта платит за все или не настроена';

const MAX_BRANDS = 20;
const MAX_GOODS = 100;
const getKeys = <Key extends string>(record: Record<Key, unknown>) => Object.keys(record) as Key[];

/** Fields that staff may change later. Code, adapter and id stay, because cards, documents and commands name them. */
const changeable = {
  title: titleText(60),
  address: absentWhenEmpty(
    requiredText(200).refine(isWebAddress, 'Адрес начинается с https:// или http://, без пароля в нём'),
  ).meta({ description: 'of its server; without it the adapter’s own' }),
  settings: absentWhenEmpty(
    requiredText(60).regex(
      /^NETWORK_[A-Z][A-Z0-9_]*$/,
      'Имя настройки: NETWORK_ и латинские буквы, например NETWORK_TEBOIL',
    ),
  ).meta({
    description:
      'beginning of the names of the settings that hold its keys: `NETWORK_TEBOIL` of `NETWORK_TEBOIL_API_KEY`',
  }),
  colour: z.enum(getKeys(NETWORK_COLOURS), { error: 'Выберите цвет из списка' }),
  brands: listSchema(requiredText(60), MAX_BRANDS, `Не больше ${MAX_BRANDS} названий`).meta({
    description: 'names of its stations in the list of stations',
  }),
  goods: listSchema(id, MAX_GOODS).meta({ description: 'ids of what it sells' }),
  limit_periods: listSchema(
    z.enum(LIMIT_PERIODS, { error: 'Такого периода лимита нет' }),
    LIMIT_PERIODS.length,
  ),
  chooses_goods: defaultWhenEmpty(flag, true),
  blocks_cards: defaultWhenEmpty(flag, true),
};

export const addedNetwork = z.object({
  adapter: z.enum(getKeys(NETWORK_ADAPTERS)),
  address: z.string().nullable(),
  settings: z.string().nullable(),
  missing: z.array(z.string()).meta({ description: 'settings that the server does not have' }),
  colour: z.enum(getKeys(NETWORK_COLOURS)),
  brands: z.array(z.string()),
  goods: z.array(z.int()),
  limit_periods: z.array(z.enum(LIMIT_PERIODS)),
  chooses_goods: z.boolean(),
  blocks_cards: z.boolean(),
});

/** Refuses: 400 a code or a setting that is taken, goods that are none, an adapter that is not there; 409 too many networks. */
export const addNetwork = endpoint({
  name: 'addNetwork',
  method: 'POST',
  path: '/staff/api/partners',
  summary: 'Adds a fuel network, switched off; a real one by two people',
  caller: 'staff.runProgramme',
  secondPerson: true,
  idempotent: true,
  body: z.object({
    key: requiredText(20).regex(
      /^[a-z][a-z0-9-]*$/,
      'Код: латинские строчные буквы, цифры и дефис, начиная с буквы',
    ),
    adapter: z.enum(getKeys(NETWORK_ADAPTERS), { error: 'Выберите, как говорить с сетью' }),
    card_price: moneyOrZero,
    ...changeable,
  }),
  data: partner,
  source: 'docs/calls.md 7',
});

/** Refuses: 404 a network that is none of those that staff have added; otherwise as `addNetwork`. */
export const changeNetwork = endpoint({
  name: 'changeNetwork',
  method: 'PUT',
  path: '/staff/api/partners/:id/network',
  summary: 'Changes what is set of an added network; of a real one by two people',
  caller: 'staff.runProgramme',
  params: idParams,
  secondPerson: true,
  body: z.object(changeable),
  data: partner,
  source: 'docs/calls.md 7',
});

export const readNetworkChoices = endpoint({
  name: 'readNetworkChoices',
  method: 'GET',
  path: '/staff/api/partners/choices',
  summary:
    'What an added network can be made of: adapters that are there, goods, brands of stations of no network',
  caller: 'staff.read',
  data: z.object({
    adapters: z.array(z.enum(getKeys(NETWORK_ADAPTERS))),
    goods: z.array(z.object({ id: z.int(), title: z.string() })),
  }),
  source: 'docs/calls.md 7',
});

/** Returns whether staff have added it. */
export function isAddedPartner(partnerId: number): boolean {
  return !(PARTNER_IDS as readonly number[]).includes(partnerId);
}

function isWebAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return /^https?:$/.test(protocol) && username === '' && password === '';
}

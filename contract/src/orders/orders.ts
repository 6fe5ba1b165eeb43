import { z } from 'zod';
import { ACCESS_STATES } from '../identity/colleagues.ts';
import { endpoint } from '../endpoint.ts';
import {
  address,
  defaultWhenEmpty,
  absentWhenEmpty,
  flag,
  id,
  idParams,
  moment,
  numberAsText,
  optionalPersonName,
  optionalText,
  personName,
  requiredText,
  wholeNumber,
} from '../fields.ts';
import { innField } from '../values/inn.ts';
import { largeMoneyOrZero, moneyOrZero, rubles } from '../kopecks.ts';
import { orderDelivery } from './order-delivery.ts';
import { ORDER_LINES_MAX, QUANTITY_MAX_PER_PARTNER, SMS_RESEND_SECONDS } from '../limits.ts';
import { SMS_PURPOSES, smsCodeField } from '../identity/sms-code.ts';

/** Joining and ordering: spec sections 2, 4, 5, 7; docs/calls.md 3. */

/** Party whose code a driver shows at a pump. */
const PUMP_ANSWERS = ['none', 'network', 'portal'] as const;
export type PumpAnswer = (typeof PUMP_ANSWERS)[number];

export const partner = z.object({
  id: z.int(),
  key: z.string(),
  title: z.string(),
  active: z.boolean(),
  card_price: rubles,
  virtual: z.boolean().meta({ description: 'it issues virtual cards at once' }),
  pump: z.enum(PUMP_ANSWERS).meta({ description: 'whose code a driver may show at its pumps' }),
  colour: z.string().optional().meta({ description: 'of an added network, by its name in the palette' }),
  brands: z.array(z.string()).optional().meta({ description: 'of the stations of an added network' }),
});

export const listPartners = endpoint({
  name: 'listPartners',
  method: 'GET',
  path: '/api/partner',
  summary: 'The public list of networks',
  caller: 'public',
  data: z.array(partner),
  meta: z.object({
    delivery_price: rubles.meta({ description: 'of the cards of one order, for the caller’s company' }),
  }),
  source: 'docs/spec-lines.md 7, docs/calls.md 3',
});

export const checkInn = endpoint({
  name: 'checkInn',
  method: 'GET',
  path: '/api/accept/check',
  summary: 'Looks a company up by its INN',
  caller: 'signed-in',
  query: z.object({ inn: innField }),
  data: z.object({
    title: z.string(),
    legal_form: z.string(),
    kpp: z.string().nullable(),
    address,
    access: z.enum(ACCESS_STATES).nullable().meta({
      description:
        'a client already, and the caller no colleague: what he has asked of its admin; null: free to join',
    }),
  }),
  source: 'docs/spec-lines.md 5 and 7, docs/calls.md 3',
});

export const sendSmsCode = endpoint({
  name: 'sendSmsCode',
  method: 'GET',
  path: '/api/sms',
  summary: 'Sends a confirmation code to the signed-in user’s phone',
  caller: 'signed-in',
  query: z.object({
    purpose: z.enum(SMS_PURPOSES, { error: 'Неизвестное назначение кода' }).optional(),
    // Names up to MAX_ACCEPTED documents.
    subject: optionalText(1000).optional(),
    // The sum is not typed, because the cards of one order may cost more than a typed sum.
    sum: largeMoneyOrZero
      .optional()
      .meta({ description: 'rubles named in the message; the code confirms no other sum' }),
  }),
  data: z.object({ resend_after: z.literal(SMS_RESEND_SECONDS) }),
  source: 'docs/spec-lines.md 7, docs/calls.md 3',
});

const NO_QUANTITY = 'Укажите количество карт';

const orderItem = z.object(
  {
    cards_cnt: wholeNumber(0, QUANTITY_MAX_PER_PARTNER, `От 0 до ${QUANTITY_MAX_PER_PARTNER} карт`),
    partner_id: id,
    is_virtual: defaultWhenEmpty(flag, false).meta({ description: 'cards that need no delivery' }),
  },
  { error: NO_QUANTITY },
);

const orderFields = {
  sms: smsCodeField,
  inn: absentWhenEmpty(innField),
  /** Clients send this field (spec section 7) and it is stored with the request; nothing reads it. */
  add_sum: absentWhenEmpty(moneyOrZero),
  item: z.preprocess(
    // A form that skips an index (`item[0]`, `item[2]`) is read as an object, not as an array.
    (value) => (value && typeof value === 'object' && !Array.isArray(value) ? Object.values(value) : value),
    z
      .array(orderItem, { error: NO_QUANTITY })
      .min(1, NO_QUANTITY)
      .max(ORDER_LINES_MAX, `Не больше ${ORDER_LINES_MAX} строк в одной заявке`),
  ),
  address: absentWhenEmpty(
    z.object(
      { city: requiredText(100), street: requiredText(200), house: numberAsText(requiredText(50)) },
      { error: 'Укажите город, улицу и дом отдельно: поля city, street и house' },
    ),
  ),
  recipient: absentWhenEmpty(
    z.object(
      { firstname: personName(), lastname: defaultWhenEmpty(optionalPersonName(), '') },
      { error: 'Укажите имя и фамилию отдельно: поля firstname и lastname' },
    ),
  ),
  _method: absentWhenEmpty(z.string().max(10)),
};

export const cardRequest = z.object({
  id: z.int(),
  status: z.object({ id: z.int(), title: z.string() }),
  address,
  recipient: z.object({ firstname: z.string(), lastname: z.string() }),
  items: z.array(
    z.object({
      id: z.int(),
      partner_id: z.int(),
      partner_title: z.string(),
      cards_cnt: z.int(),
      card_price: rubles,
      has_act: z.boolean(),
      is_virtual: z.boolean(),
      issued: z.boolean().meta({ description: 'its cards are issued: from then on it has an act' }),
    }),
  ),
  partner_title: z.string(),
  card_price: rubles,
  delivery_price: rubles.optional().meta({ description: 'in the sum; left out where the delivery is free' }),
  sum: rubles,
  can_edit: z.boolean(),
  created_at: moment,
  reject_reason: z.string().nullable(),
  delivery: orderDelivery
    .optional()
    .meta({ description: 'of its plastic cards; left out while there are none' }),
});

export const createOrder = endpoint({
  name: 'createOrder',
  method: 'POST',
  path: '/api/cardsRequest',
  aliases: ['/api/accept'],
  summary: 'Orders cards of several networks, confirmed by SMS',
  caller: 'orderer',
  stopsWhenBlocked: true,
  body: z.object(orderFields),
  data: z.object({ id: z.int(), order: cardRequest, created_at: moment }),
  sentAs: 'form',
  idempotent: true,
  source: 'docs/spec-lines.md 4, 5, 7; docs/calls.md 3',
});

export const editOrder = endpoint({
  name: 'editOrder',
  method: 'POST',
  path: '/api/cardsRequest/:id',
  aliases: ['/api/accept/:id'],
  summary: 'Edits an order while can_edit (_method=put)',
  caller: 'orderCards',
  stopsWhenBlocked: true,
  params: idParams,
  body: z.object({
    ...orderFields,
    _method: z.string({ error: 'Ожидается _method=put' }).regex(/^put$/i, 'Ожидается _method=put'),
  }),
  data: z.object({ id: z.int(), order: cardRequest, created_at: moment }),
  sentAs: 'form',
  idempotent: true,
  source: 'docs/spec-lines.md 4, 7; docs/calls.md 3',
});

export const listOrders = endpoint({
  name: 'listOrders',
  method: 'GET',
  path: '/api/cardsRequest',
  summary: 'The company’s card requests, newest first',
  caller: 'read',
  data: z.array(cardRequest),
  source: 'docs/calls.md 3',
});

export const readOrder = endpoint({
  name: 'readOrder',
  method: 'GET',
  path: '/api/cardsRequest/:id',
  summary: 'One card request',
  caller: 'read',
  params: idParams,
  data: cardRequest,
  source: 'docs/calls.md 3',
});

export const downloadOrderBill = endpoint({
  name: 'downloadOrderBill',
  method: 'GET',
  path: '/api/cardsRequest/:id/bill',
  summary: 'Bill of a card request, PDF; print=1 opens it inline',
  caller: 'read',
  params: idParams,
  query: z.object({ print: flag.default(false) }),
  kind: 'file',
  source: 'docs/spec-lines.md 7, docs/calls.md 3',
});

export const downloadAct = endpoint({
  name: 'downloadAct',
  method: 'GET',
  path: '/api/cardsRequest/downloadAct',
  summary: 'Act of handing over the cards of one item, PDF',
  caller: 'read',
  query: z.object({ item_id: id }),
  kind: 'file',
  source: 'docs/spec-lines.md 7, docs/calls.md 3',
});

export const saveAct = endpoint({
  name: 'saveAct',
  method: 'POST',
  path: '/api/cardsRequest/saveAct',
  summary: 'Uploads a signed act: png, jpg or pdf by content, up to 10 MiB',
  caller: 'uploadAct',
  body: z.object({
    id: id.meta({ description: 'of an item of the card request, as `item_id` of the download' }),
  }),
  file: 'act',
  data: z.object({ id: z.int(), file: z.string() }),
  source: 'docs/spec-lines.md 5, 7, 8; docs/calls.md 3',
});

export const downloadFuelContract = endpoint({
  name: 'downloadFuelContract',
  method: 'GET',
  path: '/api/doc/fuelContract',
  summary: 'The programme contract, PDF',
  caller: 'public',
  kind: 'file',
  source: 'docs/spec-lines.md 7',
});

import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import {
  absentWhenEmpty,
  day,
  flag,
  id,
  idParams,
  listSchema,
  moment,
  optionalText,
  page,
  requiredText,
  rowsPerPage,
  wholeNumber,
} from '../fields.ts';
import { REQUESTS_PER_PAGE } from '../limits.ts';
import { pagination } from '../pagination.ts';
import { orderDelivery, SHIPMENT_STATES } from './order-delivery.ts';
import { cardRequest } from './orders.ts';

/** Plastic cards from the factory to the client: stock, sent, delivered, received (decision 175). */

/** Repeating it changes nothing. Refuses: 404 no such order; 409 it has no plastic cards yet. */
export const confirmReceipt = endpoint({
  name: 'confirmReceipt',
  method: 'POST',
  path: '/api/cardsRequest/:id/received',
  summary:
    'The company confirms that it has the cards of an order; where they wait for that, they can be set up then',
  caller: 'orderCards',
  params: idParams,
  body: z.object({}),
  data: cardRequest,
  source: 'docs/calls.md 3',
});

const shipment = orderDelivery.extend({
  request_id: z.int(),
  company: z.object({ id: z.int(), inn: z.string(), title: z.string() }),
  cards: z.int(),
  networks: z.string().meta({ description: '«РН-Карт 2, Газпромнефть 1»' }),
  address: z.string(),
  recipient: z.string(),
  phone: z.string().meta({ description: 'of the author of the order' }),
  ready: moment.meta({ description: 'when the last card was issued' }),
});

export const listShipments = endpoint({
  name: 'listShipments',
  method: 'GET',
  path: '/staff/api/shipments',
  summary:
    'Plastic cards of orders; those to send oldest first, others newest first; `q` finds order, INN, company, parcel',
  caller: 'staff.read',
  query: z.object({
    state: z.enum(SHIPMENT_STATES, { error: 'Неизвестное состояние отправки' }).optional(),
    q: optionalText(100).optional(),
    page,
    perPage: rowsPerPage(REQUESTS_PER_PAGE),
  }),
  data: z.array(shipment),
  meta: z.object({ pagination }),
  source: 'docs/calls.md 7',
});

const MAX_SHIPMENTS_AT_ONCE = 200;

const ids = listSchema(
  id,
  MAX_SHIPMENTS_AT_ONCE,
  `За один раз отмечается не больше ${MAX_SHIPMENTS_AT_ONCE} заявок`,
).refine((list) => list.length > 0, 'Выберите заявки');

/** Sent again they get the other carrier and number, without another notice. Refuses: 404; 409 one is delivered. */
export const sendShipments = endpoint({
  name: 'sendShipments',
  method: 'POST',
  path: '/staff/api/shipments/sent',
  summary: 'The cards of these orders are sent; each client is notified once',
  caller: 'staff.runProgramme',
  body: z.object({
    ids: ids.meta({ description: 'of orders' }),
    carrier: requiredText(100),
    tracking: absentWhenEmpty(requiredText(100)),
    sent: day,
  }),
  data: z.object({ sent: z.array(z.int()) }),
  source: 'docs/calls.md 7',
});

/** Refuses: 404; 409 one is not sent; 400 on `delivered` a day before it was sent. */
export const deliverShipments = endpoint({
  name: 'deliverShipments',
  method: 'POST',
  path: '/staff/api/shipments/delivered',
  summary: 'The carrier has delivered the cards of these orders',
  caller: 'staff.runProgramme',
  body: z.object({ ids: ids.meta({ description: 'of orders' }), delivered: day }),
  data: z.object({ delivered: z.array(z.int()) }),
  source: 'docs/calls.md 7',
});

const stockOfNetwork = z.object({
  partner_id: z.int(),
  partner_title: z.string(),
  received: z.int().meta({ description: 'blank cards that came, less those written off' }),
  sent: z.int().meta({ description: 'sent to clients since the first entry' }),
  left: z.int().nullable().meta({ description: 'null: no entry was made, so nothing is counted' }),
  low: z.boolean(),
});

export const readCardStock = endpoint({
  name: 'readCardStock',
  method: 'GET',
  path: '/staff/api/card-stock',
  summary: 'Blank cards of each network, their last entries, and how cards are handed over',
  caller: 'staff.read',
  data: z.object({
    networks: z.array(stockOfNetwork),
    changes: z.array(
      z.object({
        id: z.int(),
        partner_title: z.string(),
        count: z.int(),
        day: z.string(),
        note: z.string(),
        by: z.string(),
      }),
    ),
    activates_on_receipt: z.boolean(),
    low_below: z.int(),
  }),
  source: 'docs/calls.md 7',
});

const NO_COUNT = 'Укажите, сколько карт';
const MAX_BATCH = 100_000;

export const changeCardStock = endpoint({
  name: 'changeCardStock',
  method: 'POST',
  path: '/staff/api/card-stock',
  summary: 'A batch of blank cards came, or some are written off',
  caller: 'staff.runProgramme',
  body: z.object({
    partner_id: id,
    count: wholeNumber(1, MAX_BATCH, `От 1 до ${MAX_BATCH} карт`),
    written_off: absentWhenEmpty(flag),
    day,
    note: optionalText(500).optional(),
  }),
  data: readCardStock.data,
  source: 'docs/calls.md 7',
});

export const setCardLogistics = endpoint({
  name: 'setCardLogistics',
  method: 'POST',
  path: '/staff/api/card-stock/settings',
  summary:
    'Whether cards work only after the client has confirmed their receipt, and how few blank cards are few',
  caller: 'staff.runProgramme',
  secondPerson: true,
  body: z.object({
    activates_on_receipt: flag.meta({ description: 'counts for cards that are issued from now on' }),
    low_below: wholeNumber(0, MAX_BATCH, NO_COUNT),
  }),
  data: readCardStock.data,
  source: 'docs/calls.md 7',
});

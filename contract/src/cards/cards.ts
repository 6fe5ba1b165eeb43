import { z } from 'zod';
import { HOLD_KINDS } from '../companies/blocks.ts';
import { driver } from './drivers.ts';
import { LIMIT_SOURCES, limit } from './limit.ts';
import { endpoint } from '../endpoint.ts';
import {
  flag,
  id,
  idParams,
  listSchema,
  moment,
  numberAsText,
  optionalText,
  wholeNumber,
} from '../fields.ts';
import {
  BLOCKED_IN_FILTER,
  CARD_STATUS,
  LIMIT_PERIOD,
  LIMIT_PERIODS,
  LIMIT_UNIT,
  LIMIT_UNITS,
} from '../ids.ts';
import { limitOrZero, rubles, toRubles } from '../kopecks.ts';
import { COMMENT_MAX_LENGTH } from '../limits.ts';

/** Cards: spec sections 3, 4, 5, 7; docs/calls.md 4. */

const goods = z.object({
  cg_id: z.int(),
  title: z.string(),
  status_id: z.int().meta({ description: '1 enabled' }),
  treeItem: z.object({ id: z.int() }),
});

export const card = z.object({
  id: z.int(),
  card_number: z.string(),
  card_sum: rubles,
  shortfall: rubles.meta({
    description: 'fuel bought past what was on the card: the next money that comes to it pays for this first',
  }),
  partner: z.object({ id: z.int(), title: z.string() }),
  partner_name: z.string(),
  status: z.object({ id: z.int(), title: z.string() }),
  is_virtual: z.boolean(),
  comment: z.string(),
  drivers: z.array(driver),
  vehicle: z
    .object({ id: z.int(), plate: z.string(), brand: z.string(), group_title: z.string().nullable() })
    .nullable()
    .meta({ description: 'the truck that it is on now' }),
  limit: limit.nullable().meta({ description: 'what holds at its network' }),
  limit_periods: z
    .array(z.enum(LIMIT_PERIODS))
    .meta({ description: 'what its network can count a limit in; empty where none can be set' }),
  network_cannot: z
    .object({ limit: z.string(), goods: z.string(), block: z.string() })
    .partial()
    .optional()
    .meta({ description: 'what the card’s network can’t do, each with its sentence' }),
  goodsGroups: z.array(z.object({ type: z.int(), value: z.string() })),
  goods: z.array(goods),
  goods_source: z
    .enum(LIMIT_SOURCES)
    .meta({ description: 'the layer of rules that the goods come from; none: nothing narrows them' }),
  group_id: z.int().nullable().meta({ description: 'the group that it was put into itself' }),
  group: z
    .object({ id: z.int(), title: z.string() })
    .nullable()
    .meta({ description: 'the group that it was put into, else that of its truck' }),
  inProgressOperations: z.array(
    z.object({
      id: z.int(),
      type: z.object({ id: z.int(), title: z.string() }),
      type_id: z.int(),
      sum: rubles,
    }),
  ),
  choices: z
    .array(
      z.object({
        id: z.int(),
        kind: z.enum(['goods', 'limit']),
        state: z.enum(['waiting', 'refused']),
        reason: z.string().nullable().meta({ description: 'why the network has refused' }),
      }),
    )
    .meta({ description: 'the last choice of goods and of a limit, unless the network has accepted it' }),
  operations: z.array(z.object({ id: z.int() })).meta({ description: 'ids of the last operations' }),
  hold: z
    .object({ kind: z.enum(HOLD_KINDS), reason: z.string(), since: moment })
    .nullable()
    .meta({ description: 'why the card is kept blocked; its owner can’t unblock it meanwhile' }),
  price: rubles.meta({ description: 'card unit price shown in a card item' }),
});

export const listCards = endpoint({
  name: 'listCards',
  method: 'GET',
  path: '/api/card',
  summary: 'The company’s cards',
  caller: 'read',
  key: { scope: 'cards:read', path: '/api/v1/cards' },
  asFiles: true,
  query: z.object({
    partner_id: id.optional(),
    status_id: wholeNumber(1, 9)
      .optional()
      .transform((status) => (status === BLOCKED_IN_FILTER ? CARD_STATUS.blocked : status))
      .meta({ description: '1, 2, 5, or 3 as another writing of 2' }),
    driver_id: id.optional(),
    vehicle_id: id.optional().meta({ description: 'on this truck now' }),
    group_id: id.optional().meta({ description: 'in this group now' }),
    empty: flag.optional().meta({ description: 'active cards with nothing left on them' }),
    search: optionalText(100).optional(),
  }),
  data: z.array(card),
  source: 'docs/spec-lines.md 4, 7; docs/calls.md 4',
});

export const readCard = endpoint({
  name: 'readCard',
  method: 'GET',
  path: '/api/card/:id',
  summary: 'One card',
  caller: 'read',
  key: { scope: 'cards:read', path: '/api/v1/cards/:id' },
  params: idParams,
  data: card,
  source: 'docs/spec-lines.md 7, docs/calls.md 4',
});

export const listGoodsGroups = endpoint({
  name: 'listGoodsGroups',
  method: 'GET',
  path: '/api/goodsGroups',
  summary: 'Groups of goods (diesel, petrol, gas) with their goods',
  caller: 'read',
  data: z.array(
    z.object({
      id: z.int(),
      type: z.int(),
      value: z.string(),
      title: z.string(),
      goods: z.array(z.object({ cg_id: z.int(), title: z.string(), treeItem: z.object({ id: z.int() }) })),
    }),
  ),
  source: 'docs/spec-lines.md 7',
});

export const changeCardStatus = endpoint({
  name: 'changeCardStatus',
  method: 'POST',
  path: '/api/card/:id/changeStatus',
  summary: 'Blocks an active card, unblocks a blocked one; the network confirms later',
  caller: 'changeCard',
  needsTerms: true,
  sentAs: 'form',
  params: idParams,
  data: card,
  source: 'docs/spec-lines.md 4 and 7, docs/calls.md 4',
});

export const setCardComment = endpoint({
  name: 'setCardComment',
  method: 'POST',
  path: '/api/card/:id/setComment',
  summary: 'Comment of a card, up to 255 characters',
  caller: 'changeCard',
  needsTerms: true,
  params: idParams,
  body: z.object({ comment: numberAsText(optionalText(COMMENT_MAX_LENGTH)) }),
  data: card,
  source: 'docs/spec-lines.md 5 and 7, docs/calls.md 4',
});

/** «сутки или месяц». */
function joinWithOr(parts: readonly string[]): string {
  return new Intl.ListFormat('ru', { type: 'disjunction' }).format(parts);
}

const LIMIT_MESSAGES = {
  unit: `Единица лимита: ${joinWithOr(LIMIT_UNITS.map((unit) => LIMIT_UNIT[unit].title))}`,
  period: `Период лимита: ${joinWithOr(LIMIT_PERIODS.map((period) => LIMIT_PERIOD[period].title))}`,
};

/** A group, either as its tree id or as the card's own `{type, value}`. */
const goodsGroup = z
  .union([id, z.object({ type: id })])
  .transform((group) => (typeof group === 'number' ? group : group.type));

export const limitFields = {
  unit_count: limitOrZero.transform(toRubles),
  unit_type: z.enum(LIMIT_UNITS, { error: LIMIT_MESSAGES.unit }),
  period: z.enum(LIMIT_PERIODS, { error: LIMIT_MESSAGES.period }),
  goodsGroups: listSchema(goodsGroup, 20),
};

export const setCardLimit = endpoint({
  name: 'setCardLimit',
  method: 'POST',
  path: '/api/card/:id/setLimit',
  summary: 'Spending limit, the card’s own rule; partner 2 only',
  caller: 'changeCard',
  key: { scope: 'limits:write', path: '/api/v1/cards/:id/limit' },
  needsTerms: true,
  params: idParams,
  body: z.object(limitFields),
  data: card,
  source: 'docs/spec-lines.md 5 and 7, docs/calls.md 4',
});

export const setCardGoods = endpoint({
  name: 'setCardGoods',
  method: 'POST',
  path: '/api/card/:id/setGoods',
  summary: 'Goods that the card may pay for, the card’s own rule; the first choice makes the card active',
  caller: 'changeCard',
  needsTerms: true,
  params: idParams,
  body: z.object({ cg_ids: listSchema(id, 100) }),
  data: card,
  source: 'docs/spec-lines.md 7, docs/calls.md 4',
});

const driverOfCard = z.object({ id, driverId: id });

export const attachDriver = endpoint({
  name: 'attachDriver',
  method: 'POST',
  path: '/api/card/:id/driver/:driverId/set',
  summary: 'Attaches a driver to a card',
  caller: 'changeCard',
  needsTerms: true,
  params: driverOfCard,
  data: card,
  source: 'docs/spec-lines.md 7, docs/calls.md 4',
});

export const detachDriver = endpoint({
  name: 'detachDriver',
  method: 'POST',
  path: '/api/card/:id/driver/:driverId/reset',
  summary: 'Takes a driver off a card',
  caller: 'changeCard',
  needsTerms: true,
  params: driverOfCard,
  data: card,
  source: 'docs/spec-lines.md 7, docs/calls.md 4',
});

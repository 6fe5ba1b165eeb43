import type { z } from 'zod';
import type { card, listGoodsGroups } from '#contract/cards/cards.ts';
import type { limit } from '#contract/cards/limit.ts';
import type { driver } from '#contract/cards/drivers.ts';
import type { EndpointData } from '#contract/endpoint.ts';
import {
  CARD_STATUS_TITLE,
  GOODS_DISABLED,
  GOODS_ENABLED,
  LIMIT_PERIOD,
  LIMIT_UNIT,
  OPERATION_TYPE_TITLE,
} from '#contract/ids.ts';
import { toRubles } from '#contract/kopecks.ts';
import { CARD_UNIT_PRICE_RUBLES, DEFAULT_PARTNER_2_LIMIT } from '#contract/limits.ts';
import type { Context } from '../../../context.ts';
import { NETWORK_GOODS } from '../../../gateways/fuel-network/goods.ts';
import type { CardLimit, CardRecord } from './card-store.ts';
import { ALL_GROUPS, GOODS_GROUPS } from './goods-group.ts';
import { isLimitedPartner, listLimitPeriods } from './limit-spending.ts';
import { goodsOfPartner, listInabilities } from './network-abilities.ts';
import type { CardDriver } from './card-driver.ts';

type CardOnWire = z.input<typeof card>;
type NetworkBook = Pick<Context, 'networkIds' | 'getNetwork' | 'addedNetwork'>;

/** A card as every call shows it (spec section 3). */
export function presentCard(ctx: NetworkBook, record: CardRecord): CardOnWire {
  const enabled = new Set(record.goodsIds);
  return {
    id: record.id,
    card_number: record.number,
    card_sum: toRubles(record.balance),
    shortfall: toRubles(record.shortfall),
    partner: { id: record.partnerId, title: record.partnerTitle },
    partner_name: record.partnerTitle,
    status: { id: record.statusId, title: CARD_STATUS_TITLE[record.statusId] },
    is_virtual: record.isVirtual,
    comment: record.comment,
    drivers: record.drivers.map(presentDriver),
    vehicle: record.vehicle && {
      id: record.vehicle.id,
      plate: record.vehicle.plate,
      brand: record.vehicle.brand,
      group_title: record.vehicle.groupTitle,
    },
    limit: record.limit ? presentLimit(record.limit) : defaultLimit(ctx, record.partnerId),
    limit_periods: [...listLimitPeriods(ctx, record.partnerId)],
    network_cannot: listInabilities(ctx, record.partnerId),
    goodsGroups: presentGroups(record.limit),
    goods: goodsOfPartner(ctx, record.partnerId).map((item) => ({
      cg_id: item.id,
      title: item.title,
      status_id: enabled.has(item.id) ? GOODS_ENABLED : GOODS_DISABLED,
      treeItem: { id: item.treeItemId },
    })),
    goods_source: record.goodsSource ?? 'none',
    group_id: record.ownGroupId,
    group: record.group,
    inProgressOperations: record.waiting.map((item) => ({
      id: item.id,
      type: { id: item.typeId, title: OPERATION_TYPE_TITLE[item.typeId] },
      type_id: item.typeId,
      sum: toRubles(item.sum),
    })),
    choices: record.choices,
    operations: record.lastOperationIds.map((id) => ({ id })),
    hold: record.hold && { ...record.hold, since: new Date(record.hold.since).toISOString() },
    price: CARD_UNIT_PRICE_RUBLES,
  };
}

/** Returns the goods that networks sell, by group. */
export function presentGoodsGroups(): EndpointData<typeof listGoodsGroups> {
  return GOODS_GROUPS.map(({ treeItemId, title }) => ({
    id: treeItemId,
    type: treeItemId,
    value: title,
    title,
    goods: NETWORK_GOODS.filter((item) => item.treeItemId === treeItemId).map((item) => ({
      cg_id: item.id,
      title: item.title,
      treeItem: { id: item.treeItemId },
    })),
  }));
}

export function presentDriver(person: CardDriver): z.input<typeof driver> {
  return {
    ...person,
    initialName: initial(person.name),
    initialPatronymic: initial(person.patronymic ?? ''),
  };
}

function presentLimit(record: CardLimit): z.input<typeof limit> {
  // Kopecks and hundredths of a litre both have two decimals on the wire.
  const left = Math.max(0, record.count - record.spent);
  return {
    unit_count: record.count / 100,
    unit: { id: record.unit, title: LIMIT_UNIT[record.unit].title },
    period: { id: record.period, title: LIMIT_PERIOD[record.period].title },
    spent: record.spent / 100,
    left: left / 100,
    // A value that no layer has set was set for the card.
    source: record.source ?? 'card',
  };
}

/** A limit that counts everything has every group. */
function presentGroups(record: CardLimit | null): z.input<typeof card>['goodsGroups'] {
  const counted = record?.goodsGroups.length === 0 ? ALL_GROUPS : (record?.goodsGroups ?? []);
  return GOODS_GROUPS.filter(({ treeItemId }) => counted.includes(treeItemId)).map(
    ({ treeItemId, title }) => ({
      type: treeItemId,
      value: title,
    }),
  );
}

/** Cards that can have one and have none show an empty daily limit in rubles (spec section 9). */
function defaultLimit(ctx: NetworkBook, partnerId: number): z.input<typeof limit> | null {
  if (!isLimitedPartner(ctx, partnerId)) return null;
  const { count, unit, period } = DEFAULT_PARTNER_2_LIMIT;
  return {
    unit_count: count,
    unit: { id: unit, title: LIMIT_UNIT[unit].title },
    period: { id: period, title: LIMIT_PERIOD[period].title },
    spent: 0,
    left: 0,
    source: 'none',
  };
}

function initial(name: string): string {
  const [first] = name;
  return first ? `${first}.` : '';
}

import type { z } from 'zod';
import { OPERATION_STATUS_TITLE, OPERATION_TYPE_TITLE } from '#contract/ids.ts';
import { kopecks, toRubles, type Kopecks } from '#contract/kopecks.ts';
import type { listOperations, operation } from '#contract/fuel/operations.ts';
import { OPERATION_LABELS } from '#contract/fuel/working-set/list-working-set.ts';
import { getStationZone } from '#contract/station-time.ts';
import { moscowDay } from '../../../lib/money-format.ts';
import { vatIncluded } from '../../../lib/vat.ts';
import { computeChargedSum } from '../../programme/tariffs/tariff.ts';
import type { OperationsPage } from './list-operations.ts';
import type { ListedOperation } from './operation-list-store.ts';

export function presentOperation(record: ListedOperation): z.input<typeof operation> {
  const { purchase, details } = record;
  return {
    id: record.id,
    number: record.number,
    card: { id: record.cardId, card_number: record.cardNumber, comment: record.comment },
    partner: record.partner,
    drivers: record.drivers,
    vehicle: record.vehicle,
    group: record.group,
    cost_centre: record.assignment?.costCentre || (record.group?.cost_centre ?? ''),
    trip_number: record.assignment?.tripNumber ?? '',
    type: { id: record.typeId, title: OPERATION_TYPE_TITLE[record.typeId] },
    purchase: purchase && {
      goodsItem: { id: purchase.goodsId, title: purchase.goodsTitle },
      unit_cnt: purchase.quantity / 100,
      unit: purchase.unit,
      unit_price: toRubles(purchase.unitPrice),
      address: purchase.address,
      station_id: purchase.stationId,
      time_zone: getStationZone(purchase.address),
      created_at: purchase.soldAt.toISOString(),
      ...(details && { place: details.place }),
    },
    sum: toRubles(record.sum),
    vat: purchase && computeVat(record.sum, purchase.taxedAt),
    ...presentPrice(record),
    created_at: record.createdAt.toISOString(),
    status: { id: record.statusId, title: OPERATION_STATUS_TITLE[record.statusId] },
    reason: record.reason,
    ...(record.repaid > 0 && { repaid: toRubles(record.repaid) }),
    ...(details && { breaches: details.breaches }),
  };
}

/** Returns the VAT, or null if the operator pays none. */
function computeVat(sum: Kopecks, taxedAt: Date): number | null {
  const vat = vatIncluded(sum, moscowDay(taxedAt));
  return vat && toRubles(kopecks(vat.vatKopecks));
}

/** Returns nothing when no tariff concerns the operation. */
function presentPrice({ purchase, sum, price }: ListedOperation): Pick<z.input<typeof operation>, 'price'> {
  if (!price || !purchase) return {};
  const charged = computeChargedSum(sum, price);
  return {
    price: {
      discount: toRubles(price.discount),
      surcharge: toRubles(price.surcharge),
      fee: toRubles(price.fee),
      charged: toRubles(charged),
      vat: computeVat(charged, purchase.taxedAt) ?? 0,
    },
  };
}

export function presentOperationsMeta(
  { totals, totalPages }: OperationsPage,
  page: number,
): z.input<NonNullable<(typeof listOperations)['meta']>> {
  return {
    pagination: { total_pages: totalPages, current_page: page, total: totals.count },
    filters: OPERATION_LABELS,
    totals: { sum: toRubles(totals.spent), litres: totals.centilitres / 100 },
  };
}

import { GOODS_UNIT } from '#contract/fuel/goods-unit.ts';
import { type PlacedFuel, stationCode } from '../../fuel/history/sold-fuel.ts';

/** Which `TypeID` is a purchase and which is a refund. Programs differ, so it is a setting. */
export interface EndpointTypes {
  sale: number;
  refund: number;
}

const MOSCOW_MS = 3 * 3_600_000;

/** «2026-10-01T10:30:00»: the clock of Moscow, without a zone. */
function formatMoscowMoment(at: Date): string {
  return new Date(at.getTime() + MOSCOW_MS).toISOString().slice(0, 19);
}

/** A purchase or refund as 1С:УАТ reads it from ППР (docs/facts.md 30). Sums are what the client is charged. */
export function toEndpointTransaction(sold: PlacedFuel, types: EndpointTypes): Record<string, unknown> {
  const { place, address } = sold;
  return {
    date: formatMoscowMoment(sold.soldAt),
    cardNum: sold.cardNumber,
    TypeID: sold.isRefund ? types.refund : types.sale,
    amount: sold.quantity / 100,
    sum: sold.charged / 100,
    price: sold.unitPrice / 100,
    serviceName: sold.goodsTitle,
    posAddress: address,
    posNumber: stationCode(sold),
    posName: place?.name ?? address.split(',')[0]?.trim() ?? '',
    posBrand: place?.brand ?? sold.network,
    posTown: place?.city ?? '',
    latitude: place?.lat ?? null,
    longitude: place?.lon ?? null,
    carNumber: sold.truck,
    currency: 'RUB',
    unitName: GOODS_UNIT[sold.unit].short,
    sumNds: (sold.vat?.sum ?? 0) / 100,
    discount: sold.discount / 100,
    idTrans: sold.number,
  };
}

/** Writes a transaction for the first version, which knows no types: what was given back is negative. */
export function earlyTransaction(sold: PlacedFuel): Record<string, unknown> {
  const sign = sold.isRefund ? -1 : 1;
  return {
    idTrans: sold.number,
    date: formatMoscowMoment(sold.soldAt),
    cardNum: sold.cardNumber,
    amount: (sign * sold.quantity) / 100,
    sum: (sign * sold.charged) / 100,
    price: sold.unitPrice / 100,
  };
}

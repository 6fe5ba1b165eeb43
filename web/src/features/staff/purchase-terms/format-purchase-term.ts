import { FUEL_TITLE } from '#contract/fleet/vehicles.ts';
import type { PurchaseTermOnWire } from '#contract/programme/purchase-terms.ts';
import { formatFixed, formatNumber } from '../../../lib/format.ts';

/** «Скидка 3,5 %», «Скидка 1,20 ₽/л», «58,40 ₽/л». */
export function formatPricing({ pricing, rate }: Pick<PurchaseTermOnWire, 'pricing' | 'rate'>): string {
  if (pricing === 'percent') return `Скидка ${formatNumber(rate, 2)}\u00a0%`;
  const price = `${formatFixed(rate, 2)}\u00a0₽/л`;
  return pricing === 'litre' ? `Скидка ${price}` : price;
}

export function formatGoods({
  goods,
  goods_kind: kind,
}: Pick<PurchaseTermOnWire, 'goods' | 'goods_kind'>): string {
  return kind ? FUEL_TITLE[kind] : (goods ?? 'Всё топливо и товары');
}

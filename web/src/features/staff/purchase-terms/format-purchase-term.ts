import { FUEL_TITLE } from '#contract/fleet/vehicles.ts';
import type { PurchaseTermOnWire } from '#contract/programme/purchase-terms.ts';
import { formatNumber } from '../../../lib/format.ts';

/** «Скидка 3,5 %», «Скидка 1,2 ₽ с литра», «58,4 ₽ за литр». */
export function formatPricing({ pricing, rate }: Pick<PurchaseTermOnWire, 'pricing' | 'rate'>): string {
  const size = formatNumber(rate, 2);
  if (pricing === 'percent') return `Скидка ${size}\u00a0%`;
  return pricing === 'litre' ? `Скидка ${size}\u00a0₽ с литра` : `${size}\u00a0₽ за литр`;
}

export function formatGoods({
  goods,
  goods_kind: kind,
}: Pick<PurchaseTermOnWire, 'goods' | 'goods_kind'>): string {
  return kind ? FUEL_TITLE[kind] : (goods ?? 'Всё топливо и товары');
}

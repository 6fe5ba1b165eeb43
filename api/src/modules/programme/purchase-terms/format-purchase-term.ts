import { FUEL_TITLE } from '#contract/fleet/vehicles.ts';
import { PURCHASE_PRICING_UNIT } from '#contract/programme/purchase-terms.ts';
import { formatHundredths } from '../tariffs/format-tariff.ts';
import type { PurchaseTermDraft } from './purchase-term.ts';

type Rates = Pick<PurchaseTermDraft, 'pricing' | 'rate' | 'bonusRate'>;

/** «скидка 3,5 %, бонус 1 %», «58,4 ₽/л». */
export function formatPurchaseTerm({ pricing, rate, bonusRate }: Rates): string {
  const size = `${formatHundredths(rate)} ${PURCHASE_PRICING_UNIT[pricing]}`;
  const bonus = bonusRate > 0 ? `, бонус ${formatHundredths(bonusRate)} %` : '';
  return `${pricing === 'fixed' ? 'цена' : 'скидка'} ${size}${bonus}`;
}

/** «ДТ», «дизель», «всё топливо и товары». */
export function formatGoods({
  goodsTitle,
  goodsKind,
}: Pick<PurchaseTermDraft, 'goodsTitle' | 'goodsKind'>): string {
  if (goodsKind !== null) return FUEL_TITLE[goodsKind].toLowerCase();
  return goodsTitle ?? 'всё топливо и товары';
}

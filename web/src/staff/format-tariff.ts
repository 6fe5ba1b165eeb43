import { TARIFF_CHANGE_TITLE, type TariffOnWire } from '#contract/programme/tariffs.ts';
import { formatNumber } from '../lib/format.ts';

/** «Скидка 1,5 %», «Надбавка 0,3 ₽ за литр», «Цена сети». */
export function formatChange({ change, unit, rate }: Pick<TariffOnWire, 'change' | 'unit' | 'rate'>): string {
  if (change === 'none') return TARIFF_CHANGE_TITLE.none;
  const size = `${formatNumber(rate, 2)}\u00a0${unit === 'percent' ? '%' : '₽ за литр'}`;
  return `${TARIFF_CHANGE_TITLE[change]} ${size}`;
}

export function formatFee(fee: number): string {
  return fee === 0 ? '' : `${formatNumber(fee, 2)}\u00a0%`;
}

/** «Газпромнефть, ДТ», «Все сети, все товары». */
export function formatScope({ partner, goods }: Pick<TariffOnWire, 'partner' | 'goods'>): string {
  return `${partner?.title ?? 'Все сети'}, ${goods ?? 'все товары'}`;
}

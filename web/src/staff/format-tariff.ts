import {
  SERVICE_FEE_FIELD,
  SERVICE_FEE_TITLE,
  SERVICE_FEES,
  TARIFF_CHANGE_TITLE,
  type TariffOnWire,
} from '#contract/programme/tariffs.ts';
import { formatFixed, formatMoney, formatNumber } from '../lib/format.ts';

/** «Скидка 1,5 %», «Надбавка 0,30 ₽/л», «Цена сети», «Цену не меняет». */
export function formatChange({ change, unit, rate, fee }: TariffOnWire): string {
  if (change === 'none') return fee > 0 ? TARIFF_CHANGE_TITLE.none : 'Цену не меняет';
  const size = unit === 'percent' ? `${formatNumber(rate, 2)}\u00a0%` : `${formatFixed(rate, 2)}\u00a0₽/л`;
  return `${TARIFF_CHANGE_TITLE[change]} ${size}`;
}

export function formatFee(fee: number): string {
  return fee === 0 ? '' : `${formatNumber(fee, 2)}\u00a0%`;
}

/** «Абонентская плата за месяц 500,00 ₽; доставка карт по заявке 300,00 ₽», or nothing. */
export function formatServiceFees(tariff: TariffOnWire): string {
  const named = SERVICE_FEES.flatMap((kind) => {
    const sum = tariff[SERVICE_FEE_FIELD[kind]] ?? null;
    return sum === null ? [] : [`${SERVICE_FEE_TITLE[kind]} ${formatMoney(sum)}`];
  });
  return named.join('; ');
}

/** «Газпромнефть, ДТ», «Все сети, все товары». */
export function formatScope({ partner, goods }: Pick<TariffOnWire, 'partner' | 'goods'>): string {
  return `${partner?.title ?? 'Все сети'}, ${goods ?? 'все товары'}`;
}

import { TARIFF_CHANGE_TITLE, TARIFF_UNIT_TITLE } from '#contract/programme/tariffs.ts';
import type { TariffRates } from './tariff.ts';

/** «скидка 1,5 % от суммы, сбор 2 %». */
export function formatTariff({ change, rate, unit, feeRate }: TariffRates): string {
  const parts = [
    change !== 'none' && `${TARIFF_CHANGE_TITLE[change].toLowerCase()} ${formatRate({ change, rate, unit })}`,
    feeRate > 0 && `сбор ${formatHundredths(feeRate)} %`,
  ];
  return parts.filter(Boolean).join(', ');
}

export function formatRate({
  change,
  rate,
  unit,
}: Pick<TariffRates, 'change' | 'unit'> & { rate?: number | undefined }): string {
  return change === 'none' ? 'без изменений' : `${formatHundredths(rate ?? 0)} ${TARIFF_UNIT_TITLE[unit]}`;
}

/** Hundredths: 150 → «1,5». */
export function formatHundredths(hundredths: number): string {
  return (hundredths / 100).toLocaleString('ru-RU');
}

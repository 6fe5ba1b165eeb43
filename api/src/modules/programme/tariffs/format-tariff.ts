import {
  SERVICE_FEE_TITLE,
  SERVICE_FEES,
  TARIFF_CHANGE_TITLE,
  TARIFF_UNIT_TITLE,
  type ServiceFee,
} from '#contract/programme/tariffs.ts';
import { formatRubles } from '../../../lib/money-format.ts';
import type { ServiceFees, TariffRates } from './tariff.ts';

/** «скидка 1,5 % от суммы, сбор 2 %, абонентская плата за месяц 500,00 ₽». */
export function formatTariff({
  change,
  rate,
  unit,
  feeRate,
  fees,
}: TariffRates & { fees?: ServiceFees }): string {
  const parts = [
    change !== 'none' && `${TARIFF_CHANGE_TITLE[change].toLowerCase()} ${formatRate({ change, rate, unit })}`,
    feeRate > 0 && `сбор ${formatHundredths(feeRate)} %`,
    ...listFees(fees).map(({ title, sum }) => `${title.toLowerCase()} ${sum}`),
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

/** Lists the fees that a tariff names, as a person reads them. */
export function listFees(fees: ServiceFees | undefined): { kind: ServiceFee; title: string; sum: string }[] {
  return SERVICE_FEES.flatMap((kind) => {
    const sum = fees?.[kind] ?? null;
    return sum === null ? [] : [{ kind, title: SERVICE_FEE_TITLE[kind], sum: formatRubles(sum) }];
  });
}

/** Hundredths: 150 → «1,5». */
export function formatHundredths(hundredths: number): string {
  return (hundredths / 100).toLocaleString('ru-RU');
}

import { PARTNER_IDS } from '#contract/ids.ts';
import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import { fieldRefusal } from '../../../errors.ts';

export interface PartnerSum {
  partnerId: number;
  sum: Kopecks;
}

/** Sums as typed, one for each partner: zeros are untouched fields, a partner may be named twice. Refuses an unknown one. */
export function sumsByPartner(typed: readonly PartnerSum[]): PartnerSum[] {
  const sums = new Map<number, Kopecks>();
  for (const { partnerId, sum } of typed) {
    if (!PARTNER_IDS.some((id) => id === partnerId)) throw fieldRefusal('accounts', 'Неизвестная сеть');
    if (sum > 0) sums.set(partnerId, kopecks((sums.get(partnerId) ?? 0) + sum));
  }
  return [...sums].map(([partnerId, sum]) => ({ partnerId, sum }));
}

export function totalOfPartners(sums: readonly PartnerSum[]): Kopecks {
  return kopecks(sums.reduce((total, one) => total + one.sum, 0));
}

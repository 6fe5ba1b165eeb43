import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import { fieldRefusal } from '../../../errors.ts';

export interface PartnerSum {
  partnerId: number;
  sum: Kopecks;
}

/** Sums as typed, one for each of the partners: zeros are untouched fields, one may be named twice. Refuses an unknown one. */
export function sumsByPartner(typed: readonly PartnerSum[], partnerIds: readonly number[]): PartnerSum[] {
  const sums = new Map<number, Kopecks>();
  for (const { partnerId, sum } of typed) {
    if (!partnerIds.includes(partnerId)) throw fieldRefusal('accounts', 'Неизвестная сеть');
    if (sum > 0) sums.set(partnerId, kopecks((sums.get(partnerId) ?? 0) + sum));
  }
  return [...sums].map(([partnerId, sum]) => ({ partnerId, sum }));
}

export function totalOfPartners(sums: readonly PartnerSum[]): Kopecks {
  return kopecks(sums.reduce((total, sum) => total + sum.sum, 0));
}

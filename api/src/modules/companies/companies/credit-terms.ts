import { kopecks, type Kopecks } from '#contract/kopecks.ts';

export interface CreditTerms {
  companyId: number;
  credit: Kopecks;
  daysForPayment: number;
  daysWithoutPayment: number;
}

export interface CreditRow {
  id: number;
  credit_kopecks: number;
  credit_days_for_payment: number;
  credit_days_without_payment: number;
}

export function creditTermsOf(row: CreditRow): CreditTerms {
  return {
    companyId: row.id,
    credit: kopecks(row.credit_kopecks),
    daysForPayment: row.credit_days_for_payment,
    daysWithoutPayment: row.credit_days_without_payment,
  };
}

import type { AccountPlace } from '../ledger/account.ts';

/** The two accounts between which a company's payments and returns move. */
export function bankPlaces(companyId: number): { bank: AccountPlace; unallocated: AccountPlace } {
  return { bank: { companyId, kind: 'bank' }, unallocated: { companyId, kind: 'unallocated' } };
}

import type { Kopecks } from '#contract/kopecks.ts';
import type { AccountPlace, TransferKind } from '../ledger/account.ts';

/** One way that money goes between the unallocated funds and a partner's accounts. */
export interface AccountDirection {
  kind: 'distribute' | 'revoke';
  /** The message for a sum above the cap. */
  refusal: string;
  /** The parts of a partner's sum. Null means more than this account can give. */
  plan: (balances: PartnerBalances, sum: Kopecks) => Part[] | null;
}

/** Balances of the accounts of one partner that a movement touches. */
interface PartnerBalances {
  partner: Kopecks;
  debt: Kopecks;
}

interface Part {
  kind: TransferKind;
  from: PartnerAccount;
  to: PartnerAccount;
  amount: Kopecks;
}

type PartnerAccount = 'unallocated' | 'partner' | 'debt';

export function partnerPlaces(companyId: number, partnerId: number): Record<PartnerAccount, AccountPlace> {
  return {
    unallocated: { companyId, kind: 'unallocated' },
    partner: { companyId, kind: 'partner', partnerId },
    debt: { companyId, kind: 'debt', partnerId },
  };
}

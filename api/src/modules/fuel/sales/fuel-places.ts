import type { AccountPlace } from '../../money/ledger/account.ts';
import type { SaleAccount } from './sale-money.ts';

/** The accounts that pay for the fuel of a card. */
export function fuelPlaces(of: {
  companyId: number;
  cardId: number;
  partnerId: number;
}): Record<SaleAccount, AccountPlace> {
  const { companyId, cardId, partnerId } = of;
  return {
    card: { companyId, kind: 'card', cardId },
    partner: { companyId, kind: 'partner', partnerId },
    debt: { companyId, kind: 'debt', partnerId },
    network: { companyId, kind: 'network', partnerId },
  };
}

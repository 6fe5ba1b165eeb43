import type { PartnerId } from '#contract/ids.ts';
import type { NetworkSaleEvent } from './sale-money.ts';

export interface BookedSale {
  operationId: number;
  companyId: number;
  cardId: number;
  partnerId: PartnerId;
  event: NetworkSaleEvent;
}

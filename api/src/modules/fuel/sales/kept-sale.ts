import type { NetworkSaleEvent } from './sale-money.ts';

/** As the feed told it; moments have become text. */
export type KeptSale = Omit<NetworkSaleEvent, 'soldAt'> & { soldAt: string };

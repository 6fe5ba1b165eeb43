import type { NetworkSaleEvent } from '../../modules/fuel/sales/sale-money.ts';
import { bookSales } from '../../modules/fuel/sales/book-sales.ts';
import type { TestApi } from '../api.ts';
import type { GivenCard } from './factories.ts';

export interface GivenSale {
  /** Kopecks. */
  sum: number;
  /** ISO 8601. */
  at: string;
  refund?: boolean;
  /** The network's own id; one of its own by default. */
  id?: string;
  /** The purchase that this refund names. */
  refundOf?: string;
  goods?: string;
  litres?: number;
  address?: string;
}

let serial = 0;

/** A card's purchases and refunds, booked as the network reports them. */
export async function givenSales(api: TestApi, card: GivenCard, sales: readonly GivenSale[]): Promise<void> {
  const events = sales.map((input): NetworkSaleEvent => {
    serial += 1;
    return {
      sequence: serial,
      kind: input.refund ? 'refund' : 'sale',
      externalId: input.id ?? `given-sale-${serial}`,
      ...(input.refundOf && { refundOf: input.refundOf }),
      cardNumber: card.number,
      goodsId: 1,
      goodsTitle: input.goods ?? 'ДТ',
      centilitres: Math.round((input.litres ?? 100) * 100),
      unitPriceKopecks: 6543 as never,
      sumKopecks: input.sum as never,
      address: input.address ?? 'АЗС № 12, М-4 «Дон», 45-й км, Московская область',
      soldAt: new Date(input.at),
    } as NetworkSaleEvent;
  });
  await bookSales(api.ctx, card.partnerId, events);
}

import type { PartnerId } from '#contract/ids.ts';
import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import { SERVICE_FEES, type ServiceFee } from '#contract/programme/tariffs.ts';
import { isInForce, isNearer, type ServiceFees, type Tariff } from './tariff.ts';

/**
 * Returns the fees that a client pays on a Moscow day. Each is that of the nearest tariff that names it: the client's own
 * before one for all, then the later first day, then the later entered. A fee of zero in the client's own exempts him.
 */
export function findServiceFees(
  tariffs: readonly Tariff[],
  { companyId, day }: { companyId: number | null; day: string },
): Record<ServiceFee, Kopecks> {
  const own = tariffs.filter(
    (tariff) => (tariff.companyId === null || tariff.companyId === companyId) && isInForce(tariff, day),
  );
  return Object.fromEntries(
    SERVICE_FEES.map((kind) => {
      const naming = own.filter(({ fees }) => fees && fees[kind] !== null);
      const nearest = naming.reduce<Tariff | null>(
        (best, tariff) => (best && isNearer(best, tariff) ? best : tariff),
        null,
      );
      return [kind, nearest?.fees?.[kind] ?? kopecks(0)];
    }),
  ) as Record<ServiceFee, Kopecks>;
}

/** Kinds of fees that are taken for a month that is over. */
export type MonthlyFee = Exclude<ServiceFee, 'delivery'>;

/** A client's month, from which its fees are counted. */
export interface MonthActivity {
  companyId: number;
  title: string;
  /** The network of the client's first card: fees that belong to none stand in its УПД. */
  homePartnerId: PartnerId;
  /** Cards that have bought something, by network. */
  cards: readonly { partnerId: PartnerId; count: number }[];
  /** Service fees of the month's purchases, less those of its refunds. */
  percentFees: Kopecks;
  /** Orders of the month that were not rejected. */
  orders: number;
}

export interface MonthlyCharge {
  kind: MonthlyFee;
  partnerId: PartnerId;
  quantity: number;
  sum: Kopecks;
}

/** Computes the charges of a month; those of nothing are left out. The minimum counts the fees of purchases too. */
export function computeMonthlyCharges(
  fees: Pick<ServiceFees, MonthlyFee>,
  { homePartnerId, cards, percentFees }: Pick<MonthActivity, 'homePartnerId' | 'cards' | 'percentFees'>,
): MonthlyCharge[] {
  const clientMonth = fees['client-month'] ?? 0;
  const cardMonth = fees['card-month'] ?? 0;
  const charges: MonthlyCharge[] = [
    { kind: 'client-month', partnerId: homePartnerId, quantity: 1, sum: kopecks(clientMonth) },
    ...cards.map(({ partnerId, count }): MonthlyCharge => ({
      kind: 'card-month',
      partnerId,
      quantity: count,
      sum: kopecks(cardMonth * count),
    })),
  ];
  const counted = charges.reduce((sum, charge) => sum + charge.sum, Math.max(0, percentFees));
  const missing = Math.max(0, (fees.minimum ?? 0) - counted);
  charges.push({ kind: 'minimum', partnerId: homePartnerId, quantity: 1, sum: kopecks(missing) });
  return charges.filter(({ sum }) => sum > 0);
}

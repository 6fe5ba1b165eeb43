import { listPartners } from '#contract/orders/orders.ts';
import { areAllVirtual, type OrderLine } from './order-lines.ts';
import { useRead } from '../../../state/use-call.ts';

/** The price of the delivery of these cards for the caller's company, in rubles. */
export function useDeliveryPrice(lines: readonly OrderLine[]): number {
  // An answer that an earlier version has stored has none.
  const meta = useRead(listPartners).data?.meta as { delivery_price: number } | undefined;
  return areAllVirtual(lines) ? 0 : (meta?.delivery_price ?? 0);
}

import { listPartners } from '#contract/orders/orders.ts';
import { useRead } from '../../../state/use-call.ts';

/** The price of a delivery for the caller's company, in rubles. */
export function useDeliveryPrice(): number {
  // An answer that an earlier version has stored has none.
  const meta = useRead(listPartners).data?.meta as { delivery_price: number } | undefined;
  return meta?.delivery_price ?? 0;
}

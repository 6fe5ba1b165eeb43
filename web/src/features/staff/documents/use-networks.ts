import { listPartners } from '#contract/orders/orders.ts';
import { useRead } from '../../../state/use-call.ts';

/** The networks, as a field offers them. */
export function useNetworks(): { value: string; label: string }[] {
  const partners = useRead(listPartners);
  return (partners.data?.data ?? []).map(({ id, title }) => ({ value: String(id), label: title }));
}

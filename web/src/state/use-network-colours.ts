import { useEffect } from 'react';
import { listPartners } from '#contract/orders/orders.ts';
import { useRead } from './use-call.ts';

/** Gives the page the colours of added networks, under the names that `ui/text/tone.ts` reads. */
export function useNetworkColours(): void {
  const partners = useRead(listPartners).data?.data;
  useEffect(() => {
    const { style } = document.documentElement;
    for (const { id, colour } of partners ?? []) {
      if (!colour) continue;
      for (const part of ['face', 'ink', 'mark'])
        style.setProperty(`--network-${id}-${part}`, `var(--${colour}-${part})`);
    }
  }, [partners]);
}

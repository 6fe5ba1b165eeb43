import { useState } from 'react';
import type { CallFailed } from '../../server/client.ts';

/**
 * What a form shows of the balances: those of now, but while the answer to its deed is out, or was lost, those from which
 * it was sent. News of the new balances can come before the answer, or in its place, and the same may be sent again.
 */
export function useFiguresOfDeed<Figures>(
  deed: { isPending: boolean; error: CallFailed | null },
  now: Figures,
): { figures: Figures; keepFigures: () => void } {
  const [sentFrom, setSentFrom] = useState(now);
  const figures = deed.isPending || deed.error?.code === 0 ? sentFrom : now;
  return { figures, keepFigures: () => setSentFrom(figures) };
}

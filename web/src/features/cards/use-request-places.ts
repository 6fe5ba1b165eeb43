import { useState } from 'react';
import { isUnderway, type CardRequest } from './RequestList.tsx';

/**
 * Where requests stand while the list of cards is open. Those at work when it was opened stay above the cards, also when they
 * end; what somebody asks for later comes under them: nothing moves that somebody aims at. Null has not been read yet.
 */
export function useRequestPlaces(requests: readonly CardRequest[] | null) {
  const [first, setFirst] = useState<ReadonlySet<number> | null>(null);
  if (requests && !first) setFirst(new Set(requests.filter(isUnderway).map(({ id }) => id)));
  const all = requests ?? [];
  const isAbove = ({ id }: CardRequest) => first?.has(id) ?? false;
  return {
    above: all.filter(isAbove),
    late: all.filter((one) => isUnderway(one) && !isAbove(one)),
    finished: all.filter((one) => !isUnderway(one) && !isAbove(one)),
  };
}

import { useState } from 'react';
import { isUnderway, type CardRequest } from './RequestList.tsx';

/**
 * Returns the places of requests while the list of cards is open. Requests in progress when it was opened stay above
 * the cards even after they end. Later ones come below, so that nothing moves under a click. Null means not read yet.
 */
export function useRequestPlaces(requests: readonly CardRequest[] | null) {
  const [first, setFirst] = useState<ReadonlySet<number> | null>(null);
  if (requests && !first) setFirst(new Set(requests.filter(isUnderway).map(({ id }) => id)));
  const all = requests ?? [];
  const isAbove = ({ id }: CardRequest) => first?.has(id) ?? false;
  return {
    above: all.filter(isAbove),
    late: all.filter((item) => isUnderway(item) && !isAbove(item)),
    finished: all.filter((item) => !isUnderway(item) && !isAbove(item)),
  };
}

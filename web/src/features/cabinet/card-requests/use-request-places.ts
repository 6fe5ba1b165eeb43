import { useState } from 'react';
import { isUnderway, type CardRequest } from './RequestList.tsx';

/**
 * Returns the places of requests while the list of cards is open. Requests in progress when it was opened keep their
 * place even after they end; later ones come after them, so that nothing moves under a click. Null means not read yet.
 */
export function useRequestPlaces(requests: readonly CardRequest[] | null) {
  const [first, setFirst] = useState<ReadonlySet<number> | null>(null);
  if (requests && !first) setFirst(new Set(requests.filter(isUnderway).map(({ id }) => id)));
  const all = requests ?? [];
  const isKnown = ({ id }: CardRequest) => first?.has(id) ?? false;
  return {
    known: all.filter(isKnown),
    late: all.filter((item) => isUnderway(item) && !isKnown(item)),
    finished: all.filter((item) => !isUnderway(item) && !isKnown(item)),
  };
}

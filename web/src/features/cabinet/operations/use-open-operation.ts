import { useCallback } from 'react';
import { useLocation } from 'react-router';
import { ANY_ID, offeredValue, withValues } from '../../../lib/read-address.ts';

/** The operation that is open over a list, and the addresses that open others there. The list's own address stays. */
export function useOpenOperation(): { openId: number | null; getPath: (item: { id: number }) => string } {
  const { pathname, search } = useLocation();
  const query = new URLSearchParams(search);
  const openId = Number(offeredValue(query.get('operation'), ANY_ID)) || null;
  query.delete('operation');
  // Rows are drawn again where the list's address changes, not with each operation that is opened.
  const list = query.toString();
  const getPath = useCallback(
    ({ id }: { id: number }) => `${pathname}?${withValues(new URLSearchParams(list), { operation: id })}`,
    [pathname, list],
  );
  return { openId, getPath };
}

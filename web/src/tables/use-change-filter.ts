import { useCallback } from 'react';
import { useWriteAddress } from '../state/use-write-address.ts';

/**
 * Writes a filter into the address and leaves the view of the table there; null takes it off. A changed filter starts at
 * the first page.
 */
export function useChangeFilter(): (name: string, value: string | null) => void {
  const write = useWriteAddress();
  return useCallback((name, value) => write({ [name]: value, page: null }), [write]);
}

import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { withValues } from '../lib/read-address.ts';

/**
 * Writes values into the address and leaves everything else there. The present address counts, not the one of the last
 * rendering, so that of two filters changed in quick succession none is lost.
 */
export function useWriteAddress(): (values: Parameters<typeof withValues>[1]) => void {
  const navigate = useNavigate();
  return useCallback(
    (values) => {
      const { search, hash } = window.location;
      const next = withValues(new URLSearchParams(search), values).toString();
      void navigate({ search: next && `?${next}`, hash }, { replace: true, preventScrollReset: true });
    },
    [navigate],
  );
}

import { useCallback, useLayoutEffect, useRef } from 'react';

/**
 * Returns whether the component is still on the page, for code that runs later. It uses a layout effect, because other
 * effects are cleaned up some time after the page has been left.
 */
export function useIsMounted(): () => boolean {
  const here = useRef(false);
  useLayoutEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);
  return useCallback(() => here.current, []);
}

import { useCallback, useLayoutEffect, useRef } from 'react';

/**
 * Tells whether the component is on the page still, for what comes later. In a layout effect: other effects are cleaned
 * up some time after the page has been left.
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

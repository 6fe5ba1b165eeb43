import { useLayoutEffect, useRef, type RefObject } from 'react';

/**
 * When this element leaves the page together with the focus, and nothing takes it, the focus goes to the dialogue or
 * the content around: not to the top of the page, where a keyboard or a screen reader would begin anew.
 */
export function useHandOnFocus<Part extends HTMLElement>(): RefObject<Part | null> {
  const ref = useRef<Part>(null);
  useLayoutEffect(() => {
    const part = ref.current;
    return () => {
      if (!part || part !== document.activeElement) return;
      const around = part.closest<HTMLElement>('[role=dialog], main');
      queueMicrotask(() => {
        if (document.activeElement === document.body) around?.focus({ preventScroll: true });
      });
    };
  }, []);
  return ref;
}

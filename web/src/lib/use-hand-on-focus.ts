import { useLayoutEffect, useRef, type RefObject } from 'react';

/**
 * When this element leaves the page together with the focus, and nothing takes the focus, moves it to the dialogue or
 * the content around. At the top of the page a keyboard or a screen reader would start again.
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

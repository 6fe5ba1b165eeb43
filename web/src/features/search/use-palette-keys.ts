import { useEffectEvent, useLayoutEffect } from 'react';

/**
 * Ctrl+K or ⌘K anywhere, and `/` where nobody is typing, open the search. A Russian keyboard has «л» and a point on these
 * keys. What is open already over the page keeps its keys.
 */
export function usePaletteKeys(onOpen: () => void): void {
  const open = useEffectEvent(onOpen);
  // As soon as the page is shown: keys that are pressed before the browser has painted it are not lost.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.isComposing || !isOpener(event)) return;
      event.preventDefault();
      if (document.querySelector(COVERED) === null) open();
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}

const COVERED = '[aria-modal="true"], [role="menu"]:popover-open, [role="dialog"]:popover-open';

function isOpener(event: KeyboardEvent): boolean {
  const withControl = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
  if (withControl) return event.code === 'KeyK';
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  return (event.key === '/' || (event.code === 'Slash' && event.key === '.')) && !isTyping(event.target);
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.matches('input:not([type="checkbox"], [type="radio"]), textarea, select'))
  );
}

import { useEffectEvent, useLayoutEffect } from 'react';

/**
 * Opens the search by Ctrl+K or ⌘K anywhere, and by `/` where no one is typing. A Russian keyboard has «л» and a point
 * on these keys. A layer that is already open over the page keeps its keys.
 */
export function usePaletteKeys(onOpen: () => void): void {
  const open = useEffectEvent(onOpen);
  // Listens as soon as the page is shown, so that keys pressed before the browser's first paint are not lost.
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

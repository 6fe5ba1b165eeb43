import { useEffectEvent, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { isTopLayer, openLayer } from './open-layer.ts';

/**
 * What a dialogue does while it is mounted: the page behind it is inert, the focus moves into it and afterwards back to
 * where it was, and Escape asks to close it.
 */
export function useLayer<Part extends HTMLElement>(onEscape: () => void): RefObject<Part | null> {
  const ref = useRef<Part>(null);
  // Read during the first render, when the focus has not moved yet: `autoFocus` moves it only afterwards.
  const [opener] = useState(() => document.activeElement);
  const escape = useEffectEvent(onEscape);

  useLayoutEffect(() => {
    const layer = ref.current;
    if (!layer) return undefined;
    const take = openLayer(layer);
    if (!layer.contains(document.activeElement)) placeFocus(layer);
    const listen = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.defaultPrevented || !isTopLayer(layer)) return;
      event.preventDefault();
      escape();
    };
    window.addEventListener('keydown', listen);
    return () => {
      window.removeEventListener('keydown', listen);
      take();
      queueMicrotask(() => {
        const lost = document.activeElement === null || document.activeElement === document.body;
        if (!layer.isConnected && lost && opener instanceof HTMLElement) opener.focus();
      });
    };
  }, [opener]);
  return ref;
}

/** Focuses what asks for it, else the dialogue's own cross. */
function placeFocus(layer: HTMLElement): void {
  const wanted =
    layer.querySelector<HTMLElement>('[data-autofocus]') ?? layer.querySelector<HTMLElement>('button');
  wanted?.focus();
}

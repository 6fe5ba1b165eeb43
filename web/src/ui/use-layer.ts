import { useEffectEvent, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { isTopLayer, openLayer } from './open-layer.ts';

/**
 * What a dialogue does while it is mounted: the page behind it is inert, the focus moves into it and afterwards back to
 * where it was, or beside it when that is gone, and Escape asks to close it.
 */
export function useLayer<Part extends HTMLElement>(onEscape: () => void): RefObject<Part | null> {
  const ref = useRef<Part>(null);
  // Read during the first render, when the focus has not moved yet: `autoFocus` moves it only afterwards.
  const [opened] = useState(placesAround);
  const escape = useEffectEvent(onEscape);

  useLayoutEffect(() => {
    const layer = ref.current;
    if (!layer) return undefined;
    const take = openLayer(layer);
    openers.set(layer, opened);
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
        if (!layer.isConnected && lost) giveBack(opened);
      });
    };
  }, [opened]);
  return ref;
}

/** Focuses what asks for it, else the dialogue's own cross. */
function placeFocus(layer: HTMLElement): void {
  const wanted =
    layer.querySelector<HTMLElement>('[data-autofocus]') ?? layer.querySelector<HTMLElement>('button');
  wanted?.focus();
}

/** For each dialogue what had the focus before it, because another dialogue may take its place. */
const openers = new WeakMap<Element, readonly Element[]>();

/** What has the focus, and what it stands in, from the inside out. */
function placesAround(): Element[] {
  const places: Element[] = [];
  for (let place = document.activeElement; place && place !== document.body; place = place.parentElement)
    places.push(place, ...(openers.get(place) ?? []));
  return places;
}

/** A deed can take its own button off the page: the focus then goes to what is left of its row, or of its list. */
function giveBack(places: readonly Element[]): void {
  for (const place of places) {
    if (!place.isConnected) continue;
    for (const part of [place, place.querySelector(NO_KEYBOARD)]) {
      if (part instanceof HTMLElement) part.focus();
      if (part === document.activeElement) return;
    }
  }
}

/** What takes the focus without a keyboard rising on a phone. */
const NO_KEYBOARD = 'a[href], button, [tabindex]';

import { useLayoutEffect, useState } from 'react';
import { isTopLayer, openLayer } from './open-layer.ts';

/**
 * Handles what the library leaves to us about an open dialogue. Everything behind it is out of reach, and the focus
 * goes back to where it was, or beside it when that element is gone.
 */
export function useLayer() {
  const [layer, setLayer] = useState<HTMLElement | null>(null);
  // Read during the first render, when the focus has not moved yet: `autoFocus` moves it only afterwards.
  const [opened] = useState(listPlacesAround);

  useLayoutEffect(() => {
    if (!layer) return undefined;
    const take = openLayer(layer);
    openers.set(layer, opened);
    return () => {
      take();
      queueMicrotask(() => {
        const lost = document.activeElement === null || document.activeElement === document.body;
        if (!layer.isConnected && lost) restoreFocusability(opened);
      });
    };
  }, [layer, opened]);
  return { setLayer, isTop: () => layer !== null && isTopLayer(layer) };
}

/** Elements that had the focus before each dialogue, because another dialogue may replace it. */
const openers = new WeakMap<Element, readonly Element[]>();

/** Returns the focused element and its ancestors, from the inside out. For a menu it adds the button that opened it. */
function listPlacesAround(): Element[] {
  const places: Element[] = [];
  for (let place = document.activeElement; place && place !== document.body; place = place.parentElement)
    places.push(place, ...(openers.get(place) ?? []), ...findButtons(place));
  return places;
}

function findButtons({ id }: Element): Iterable<Element> {
  return id === '' ? [] : document.querySelectorAll(`[aria-controls="${CSS.escape(id)}"]`);
}

/**
 * An action can remove its own button from the page. The focus then goes to what is left of its row, or of its list.
 */
function restoreFocusability(places: readonly Element[]): void {
  for (const place of places) {
    if (!place.isConnected) continue;
    for (const part of [place, place.querySelector(NO_KEYBOARD)]) {
      if (part instanceof HTMLElement) part.focus();
      if (part === document.activeElement) return;
    }
  }
}

/** Elements that take the focus without opening the keyboard on a phone. */
const NO_KEYBOARD = 'a[href], button, [tabindex]';

import { useLayoutEffect, useState } from 'react';
import { isTopLayer, openLayer } from './open-layer.ts';

/**
 * What the library leaves to us about an open dialogue: everything behind it is out of reach, and the focus goes back to
 * where it was, or beside it when that is gone.
 */
export function useLayer() {
  const [layer, setLayer] = useState<HTMLElement | null>(null);
  // Read during the first render, when the focus has not moved yet: `autoFocus` moves it only afterwards.
  const [opened] = useState(placesAround);

  useLayoutEffect(() => {
    if (!layer) return undefined;
    const take = openLayer(layer);
    openers.set(layer, opened);
    return () => {
      take();
      queueMicrotask(() => {
        const lost = document.activeElement === null || document.activeElement === document.body;
        if (!layer.isConnected && lost) giveBack(opened);
      });
    };
  }, [layer, opened]);
  return { setLayer, isTop: () => layer !== null && isTopLayer(layer) };
}

/** For each dialogue what had the focus before it, because another dialogue may take its place. */
const openers = new WeakMap<Element, readonly Element[]>();

/** What has the focus, and what it stands in, from the inside out; of a menu also the button that opened it. */
function placesAround(): Element[] {
  const places: Element[] = [];
  for (let place = document.activeElement; place && place !== document.body; place = place.parentElement)
    places.push(place, ...(openers.get(place) ?? []), ...findButtons(place));
  return places;
}

function findButtons({ id }: Element): Iterable<Element> {
  return id === '' ? [] : document.querySelectorAll(`[aria-controls="${CSS.escape(id)}"]`);
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

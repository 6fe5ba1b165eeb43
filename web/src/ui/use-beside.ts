import { useLayoutEffect, useRef, type RefObject } from 'react';

/**
 * `below-end`: under the other part, aligned with its end; `above`: over its middle. Both take the opposite side when
 * there is no room. `after`: beside it, when it is the rail.
 */
export type Side = 'below-end' | 'above' | 'after';

const GAP = 6;
/** Distance kept from the edges of the screen. */
const MARGIN = 8;

/** Shows a part in the browser's top layer beside another one, and keeps it there while the page scrolls. */
export function useBeside(anchor: HTMLElement | null, side: Side): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const part = ref.current;
    if (!part || !anchor) return undefined;
    const place = (): void => placeBeside(part, anchor, side);
    if (!part.matches(':popover-open')) part.showPopover();
    place();
    window.addEventListener('scroll', place, { capture: true, passive: true });
    window.addEventListener('resize', place);
    return () => {
      window.removeEventListener('scroll', place, { capture: true });
      window.removeEventListener('resize', place);
    };
  }, [anchor, side]);
  return ref;
}

function placeBeside(part: HTMLElement, anchor: HTMLElement, side: Side): void {
  const at = anchor.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = part;
  const { clientWidth: roomX, clientHeight: roomY } = document.documentElement;
  if (side === 'after') {
    put(part, within(at.right + GAP, roomX - width), within(at.top, roomY - height));
    return;
  }
  const below = at.bottom + GAP;
  const above = at.top - GAP - height;
  const fitsBelow = below + height <= roomY - MARGIN;
  const fitsAbove = above >= MARGIN;
  const under = side === 'below-end' ? fitsBelow || !fitsAbove : !fitsAbove && fitsBelow;
  const wanted = side === 'below-end' ? at.right - width : at.left + (at.width - width) / 2;
  put(part, within(wanted, roomX - width), within(under ? below : above, roomY - height));
}

function put(part: HTMLElement, left: number, top: number): void {
  part.style.left = `${left}px`;
  part.style.top = `${top}px`;
}

function within(wanted: number, room: number): number {
  return Math.max(MARGIN, Math.min(wanted, room - MARGIN));
}

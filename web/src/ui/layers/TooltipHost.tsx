import { useEffect, useLayoutEffect, useReducer, useRef, useState } from 'react';
import { showPopover } from '../../lib/show-popover.ts';
import styles from './TooltipHost.module.css';

/** The attribute with a part's tooltip. Screen readers get the same words from the part's name or description. */
const ATTRIBUTE = 'data-tooltip';
const OPEN_DELAY_MS = 80;

/** The one tooltip of the application, rendered once at its root. Shows the words of what is hovered or focused. */
export function TooltipHost() {
  const anchor = useTooltipAnchor();
  useTextChanges(anchor);
  const text = anchor?.getAttribute(ATTRIBUTE);
  return anchor && text ? <Tooltip key={text} anchor={anchor} text={text} /> : null;
}

function Tooltip({ anchor, text }: { anchor: HTMLElement; text: string }) {
  const ref = useAbove(anchor);
  return (
    <div ref={ref} popover="manual" aria-hidden="true" className={styles.tooltip}>
      {text}
    </div>
  );
}

const GAP = 6;
/** Distance from the edges of the screen. */
const MARGIN = 8;

/** Shows a part in the browser's top layer over the middle of another one, or under it if there is no room. */
function useAbove(anchor: HTMLElement) {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const part = ref.current;
    if (!part) return undefined;
    const place = (): void => {
      const at = anchor.getBoundingClientRect();
      const maxLeft = document.documentElement.clientWidth - part.offsetWidth - MARGIN;
      const above = at.top - GAP - part.offsetHeight;
      const middle = at.left + (at.width - part.offsetWidth) / 2;
      part.style.left = `${Math.max(MARGIN, Math.min(middle, maxLeft))}px`;
      part.style.top = `${above >= MARGIN ? above : at.bottom + GAP}px`;
    };
    showPopover(part);
    place();
    const listeners = new AbortController();
    const { signal } = listeners;
    window.addEventListener('scroll', place, { capture: true, passive: true, signal });
    window.addEventListener('resize', place, { signal });
    return () => listeners.abort();
  }, [anchor]);
  return ref;
}

/** A reason can change, or go, while it is shown. */
function useTextChanges(anchor: HTMLElement | null): void {
  const [, readAgain] = useReducer((times: number) => times + 1, 0);
  useEffect(() => {
    if (!anchor) return undefined;
    const watcher = new MutationObserver(readAgain);
    watcher.observe(anchor, { attributeFilter: [ATTRIBUTE] });
    return () => watcher.disconnect();
  }, [anchor]);
}

function useTooltipAnchor(): HTMLElement | null {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  useEffect(() => {
    let delay: ReturnType<typeof setTimeout> | undefined;
    const show = (part: HTMLElement | null): void => {
      clearTimeout(delay);
      if (part) delay = setTimeout(() => setAnchor(part), OPEN_DELAY_MS);
      else setAnchor(null);
    };
    const onPointerMove = (event: Event): void => show(findTooltipPart(event.target));
    const onFocus = (event: FocusEvent): void => {
      const part = findTooltipPart(event.target, ':focus-visible');
      if (part) show(part);
    };
    // When the pointer leaves, the tooltip of the focused part is shown again.
    const onLeave = (event: PointerEvent): void => {
      // Lifting a finger is not leaving. The tooltip stays until the next tap elsewhere.
      if (event.pointerType !== 'touch') show(findTooltipPart(document.activeElement, ':focus-visible'));
    };
    const onBlur = (): void => show(null);
    // A click that worked needs no tooltip. A click on something disabled leaves the reason visible.
    const onClick = (event: MouseEvent): void =>
      show(findTooltipPart(event.target, '[aria-disabled="true"]'));
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') show(null);
    };
    const listeners = new AbortController();
    const { signal } = listeners;
    document.addEventListener('pointerover', onPointerMove, { signal });
    document.addEventListener('pointerout', onLeave, { signal });
    document.addEventListener('focusin', onFocus, { signal });
    document.addEventListener('focusout', onBlur, { signal });
    document.addEventListener('click', onClick, { signal, capture: true });
    document.addEventListener('keydown', onKey, { signal });
    return () => {
      clearTimeout(delay);
      listeners.abort();
    };
  }, []);
  return anchor?.isConnected ? anchor : null;
}

function findTooltipPart(target: EventTarget | null, condition = '*'): HTMLElement | null {
  const part = target instanceof Element ? target.closest<HTMLElement>(`[${ATTRIBUTE}]`) : null;
  return part?.matches(condition) ? part : null;
}

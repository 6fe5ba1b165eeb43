import { useEffect, useState } from 'react';
import { useBeside } from './use-beside.ts';
import styles from './TooltipHost.module.css';

/** The attribute by which a part says what is shown beside it. Whoever does not see is told by its name or description. */
const ATTRIBUTE = 'data-tooltip';
const OPEN_DELAY_MS = 80;

/** The one tooltip of the application; once, at its root. It shows the words of whatever is pointed at or has the focus. */
export function TooltipHost() {
  const anchor = useTooltipAnchor();
  const words = anchor?.getAttribute(ATTRIBUTE);
  return anchor && words ? <Tooltip key={words} anchor={anchor} words={words} /> : null;
}

function Tooltip({ anchor, words }: { anchor: HTMLElement; words: string }) {
  const ref = useBeside(anchor, 'above');
  return (
    <div ref={ref} popover="manual" aria-hidden="true" className={styles.tooltip}>
      {words}
    </div>
  );
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
    const onPoint = (event: Event): void => show(toldBy(event.target));
    const onFocus = (event: FocusEvent): void => {
      const part = toldBy(event.target, ':focus-visible');
      if (part) show(part);
    };
    // The focus keeps what the pointer leaves.
    const onLeave = (event: PointerEvent): void => {
      // A finger that is lifted has not left: its words stay until it presses elsewhere.
      if (event.pointerType !== 'touch') show(toldBy(document.activeElement, ':focus-visible'));
    };
    const onBlur = (): void => show(null);
    // What was pressed and did something needs no words; what did nothing keeps its reason.
    const onClick = (event: MouseEvent): void => show(toldBy(event.target, '[aria-disabled="true"]'));
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') show(null);
    };
    const listeners = new AbortController();
    const { signal } = listeners;
    document.addEventListener('pointerover', onPoint, { signal });
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

function toldBy(target: EventTarget | null, condition = '*'): HTMLElement | null {
  const part = target instanceof Element ? target.closest<HTMLElement>(`[${ATTRIBUTE}]`) : null;
  return part?.matches(condition) ? part : null;
}

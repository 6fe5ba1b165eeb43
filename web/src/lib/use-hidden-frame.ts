import { useCallback, useEffect, useRef } from 'react';
import { useIsHere } from './use-is-here.ts';

export type FrameTimes = {
  /** Calls print() this long after the document has loaded. If omitted, the frame downloads and nothing is printed. */
  printAfterMs?: number;
  /**
   * Hides the frame this long after the document has loaded, and removes it too unless `closeAfterMs` is given. A
   * download never loads as a page, so its time runs from the start.
   */
  hideAfterMs: number;
  /** Removes the frame this long after the document has loaded; an open print dialog delays it. */
  closeAfterMs?: number;
};

/** Called when no file came: with what the server said instead, or null if it was not reached. */
type OnRefused = (said: string | null) => void;

/**
 * Opens a same-origin URL in a hidden frame, to download or print it, and removes the frame afterwards. Nothing is
 * printed over another page.
 */
export function useHiddenFrame(): (url: string, times: FrameTimes, onRefused: OnRefused) => void {
  const remove = useRef<(() => void) | null>(null);
  const isHere = useIsHere();
  useEffect(() => () => remove.current?.(), []);
  return useCallback(
    (url, times, onRefused) => {
      remove.current?.();
      if (times.printAfterMs !== undefined && !isHere()) return;
      remove.current = openHiddenFrame(url, times, onRefused);
    },
    [isHere],
  );
}

function openHiddenFrame(
  url: string,
  { printAfterMs, hideAfterMs, closeAfterMs = hideAfterMs }: FrameTimes,
  onRefused: OnRefused,
): () => void {
  const frame = document.createElement('iframe');
  const prints = printAfterMs !== undefined;
  const timers: ReturnType<typeof setTimeout>[] = [];
  frame.title = 'Документ';
  frame.setAttribute('aria-hidden', 'true');
  frame.tabIndex = -1;
  // A frame with display: none prints as an empty page in some browsers; one of zero size does not.
  frame.style.cssText = 'position: fixed; width: 0; height: 0; border: 0; inset: auto 0 0 auto;';
  frame.src = url;
  frame.addEventListener('load', come, { once: true });
  document.body.append(frame);
  if (!prints) leaveInTime();

  function come() {
    const page = frame.contentDocument;
    // The browser's own error page is of another origin, so it cannot be read.
    const said = page?.contentType === 'application/json' ? page.body.textContent : null;
    // A download never loads as a page: whatever has loaded is something else.
    if (said !== null || !prints) return refuse(said);
    leaveInTime();
    timers.push(setTimeout(print, printAfterMs));
  }
  function print() {
    try {
      frame.contentWindow?.print();
    } catch {
      refuse(null);
    }
  }
  function refuse(said: string | null) {
    remove();
    onRefused(said);
  }
  function leaveInTime() {
    timers.push(
      setTimeout(() => (frame.style.visibility = 'hidden'), hideAfterMs),
      setTimeout(remove, closeAfterMs),
    );
  }
  function remove() {
    timers.forEach(clearTimeout);
    frame.remove();
  }
  return remove;
}

import { useCallback, useEffect, useRef } from 'react';

export type FrameTimes = {
  /** Calls print() this long after the paper has come; left out: the frame downloads, and nothing is printed. */
  printAfterMs?: number;
  /**
   * Hides the frame so long after the paper has come, and takes it away where no later moment is named for that. A
   * download never comes as a page, so its time runs from the beginning.
   */
  hideAfterMs: number;
  /** Takes the frame away as much later; an open print dialog holds it until it closes. */
  closeAfterMs?: number;
};

/** Told where no file has come: what the server said in its place, null where it was not reached. */
type OnRefused = (said: string | null) => void;

/** Opens a same-origin URL in a hidden frame, to download or to print it, and clears up behind itself. */
export function useHiddenFrame(): (url: string, times: FrameTimes, onRefused: OnRefused) => void {
  const remove = useRef<(() => void) | null>(null);
  useEffect(() => () => remove.current?.(), []);
  return useCallback((...how) => {
    remove.current?.();
    remove.current = openHiddenFrame(...how);
  }, []);
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
  // A frame with display: none prints as an empty page in some browsers; one without size does not.
  frame.style.cssText = 'position: fixed; width: 0; height: 0; border: 0; inset: auto 0 0 auto;';
  frame.src = url;
  frame.addEventListener('load', come, { once: true });
  document.body.append(frame);
  if (!prints) leaveInTime();

  function come() {
    const page = frame.contentDocument;
    // The browser's own page of an error belongs to nobody and can't be looked into.
    const said = page?.contentType === 'application/json' ? page.body.textContent : null;
    if (said !== null || (!prints && !page)) return refuse(said);
    if (!prints) return;
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

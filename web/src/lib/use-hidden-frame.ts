import { useCallback, useEffect, useRef } from 'react';

export type FrameTimes = {
  /** Calls print() this long after the frame is put in; left out: nothing is printed. */
  printAfterMs?: number;
  /** Hides the frame this long after it is put in, and takes it away where no later moment is named for that. */
  hideAfterMs: number;
  /** Takes the frame away this long after it is put in; an open print dialog holds it until it closes. */
  closeAfterMs?: number;
};

/** Opens a same-origin URL in a hidden frame, to download or to print it, and clears up behind itself. */
export function useHiddenFrame(): (url: string, times: FrameTimes) => void {
  const remove = useRef<(() => void) | null>(null);
  useEffect(() => () => remove.current?.(), []);
  return useCallback((url, times) => {
    remove.current?.();
    remove.current = openHiddenFrame(url, times);
  }, []);
}

function openHiddenFrame(
  url: string,
  { printAfterMs, hideAfterMs, closeAfterMs = hideAfterMs }: FrameTimes,
): () => void {
  const frame = document.createElement('iframe');
  frame.title = 'Документ';
  frame.setAttribute('aria-hidden', 'true');
  frame.tabIndex = -1;
  // A frame with display: none prints as an empty page in some browsers; one without size does not.
  frame.style.cssText = 'position: fixed; width: 0; height: 0; border: 0; inset: auto 0 0 auto;';
  frame.src = url;
  const timers = [setTimeout(hide, hideAfterMs), setTimeout(remove, closeAfterMs)];
  if (printAfterMs !== undefined) {
    const loaded = new Promise<void>((done) => frame.addEventListener('load', () => done(), { once: true }));
    const due = new Promise<void>((done) => timers.push(setTimeout(done, printAfterMs)));
    // A paper that takes longer than that to come is printed when it is there, not as an empty page.
    void Promise.all([loaded, due]).then(() => frame.contentWindow?.print());
  }
  document.body.append(frame);
  function hide() {
    frame.style.visibility = 'hidden';
  }
  function remove() {
    timers.forEach(clearTimeout);
    frame.remove();
  }
  return remove;
}

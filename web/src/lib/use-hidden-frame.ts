import { useEffect, useMemo, useRef } from 'react';
import { useIsMounted } from './use-is-mounted.ts';

type FrameTimes = {
  /** Hides the frame this long after the PDF has loaded. */
  hideAfterMs: number;
  /**
   * Removes the frame this long after the PDF has loaded. Without it a frame that downloads is removed when it is
   * hidden, and one that prints stays, unseen, for the dialog. Chrome closes its dialog as soon as a setting is changed
   * in it after the PDF is gone, and no dialog opens at all if the viewer takes longer to load than the PDF stays.
   */
  closeAfterMs?: number;
};
/** `printAfterMs`: prints this long after the PDF has loaded. */
export type PrintTimes = FrameTimes & { printAfterMs: number };

export type HiddenFrame = {
  /**
   * Downloads a same-origin URL. A download never loads as a page, so the times run from the start. `onRefused` is
   * called when no file came, with the server's message, or null if the server was not reached.
   */
  download(url: string, times: FrameTimes, onRefused: (input: string | null) => void): void;
  /**
   * Waits until the browser prints, or the page is left. Throws when the browser refuses. The previous print is
   * removed in any case.
   */
  print(pdf: Blob, times: PrintTimes): Promise<void>;
};

const NOT_PRINTED = 'Браузер не дал напечатать документ. Скачайте его и распечатайте из файла';

/** Downloads and prints in hidden frames, which are removed at the latest when the page is left. */
export function useHiddenFrame(): HiddenFrame {
  const isMounted = useIsMounted();
  const frames = useRef(new Set<OpenFrame>());
  const printed = useRef<OpenFrame>(null);
  useEffect(() => {
    const opened = frames.current;
    return () => opened.forEach(({ remove }) => remove());
  }, []);
  return useMemo(
    () => ({
      download(url, times, onRefused) {
        const { frame, leave, remove } = openFrame(url, frames.current);
        frame.addEventListener('load', () => {
          const input = readRefusal(frame);
          remove();
          onRefused(input);
        });
        leave({ closeAfterMs: times.hideAfterMs, ...times });
      },
      async print(pdf, times) {
        // Nothing is printed over another page.
        if (!isMounted()) return;
        printed.current?.remove();
        const url = URL.createObjectURL(pdf);
        const opened = openFrame(url, frames.current);
        printed.current = opened;
        void opened.gone.then(() => URL.revokeObjectURL(url));
        await Promise.race([printFrame(opened, times), opened.gone]);
      },
    }),
    [isMounted],
  );
}

function printFrame(
  { frame, after, leave }: OpenFrame,
  { printAfterMs, ...times }: PrintTimes,
): Promise<void> {
  return new Promise((resolve, reject) => {
    frame.addEventListener('load', () => {
      leave(times);
      after(printAfterMs, () => {
        try {
          frame.contentWindow?.print();
          resolve();
        } catch {
          // Some versions of Firefox deny the opening page access to their viewer.
          reject(new Error(NOT_PRINTED));
        }
      });
    });
  });
}

/** The browser's own error page is of another origin, so it cannot be read. */
function readRefusal({ contentDocument: page }: HTMLIFrameElement): string | null {
  return page?.contentType === 'application/json' ? page.body.textContent : null;
}

type OpenFrame = {
  frame: HTMLIFrameElement;
  after(ms: number, run: () => void): void;
  leave(times: FrameTimes): void;
  remove(): void;
  gone: Promise<void>;
};

function openFrame(url: string, opened: Set<OpenFrame>): OpenFrame {
  const frame = document.createElement('iframe');
  const timers: ReturnType<typeof setTimeout>[] = [];
  let goes = () => {};
  const gone = new Promise<void>((resolve) => (goes = resolve));
  frame.title = 'Документ';
  frame.setAttribute('aria-hidden', 'true');
  frame.tabIndex = -1;
  // A frame with display: none prints as an empty page in some browsers; one of zero size does not.
  frame.style.cssText = 'position: fixed; width: 0; height: 0; border: 0; inset: auto 0 0 auto;';
  frame.src = url;
  document.body.append(frame);
  const open: OpenFrame = { frame, after: runAfter, leave, remove, gone };
  opened.add(open);
  return open;

  function runAfter(ms: number, run: () => void) {
    timers.push(setTimeout(run, ms));
  }
  function leave({ hideAfterMs, closeAfterMs }: FrameTimes) {
    runAfter(hideAfterMs, () => (frame.style.visibility = 'hidden'));
    if (closeAfterMs !== undefined) runAfter(closeAfterMs, remove);
  }
  function remove() {
    timers.forEach(clearTimeout);
    frame.remove();
    opened.delete(open);
    goes();
  }
}

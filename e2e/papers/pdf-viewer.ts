import type { Page } from '@playwright/test';

/**
 * Replaces the PDF viewer. The headless shell shows no PDF, and a Chromium without a window loses the viewer when it
 * prints. A frame with a PDF gets an empty page instead, and the page's title reports the result. Call it before the
 * page is opened.
 */
export async function stubPdfViewer(page: Page, { refusing = false } = {}): Promise<void> {
  await page.addInitScript((refuses) => {
    const setTitle = (what: string) => (parent.document.title = what);
    if (window !== top) {
      window.print = () => {
        if (refuses) throw new DOMException('Blocked', 'SecurityError');
        setTitle('printed');
      };
      window.addEventListener('load', () => setTitle('loaded'));
      return;
    }
    Object.defineProperty(navigator, 'pdfViewerEnabled', { value: true });
    const make = URL.createObjectURL.bind(URL);
    URL.createObjectURL = (file) =>
      make(
        file instanceof Blob && file.type === 'application/pdf'
          ? new Blob([''], { type: 'text/html' })
          : file,
      );
  }, refusing);
}

/** Disables the browser's PDF viewer, so that all browsers behave the same: the headless shell has none, every other Chromium has one. */
export async function disablePdfViewer(page: Page): Promise<void> {
  await page.addInitScript(() => Object.defineProperty(navigator, 'pdfViewerEnabled', { value: false }));
}

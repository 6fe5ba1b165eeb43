import type { Page } from '@playwright/test';

/**
 * A headless browser shows no PDF, so none can be printed in it: a frame that is given one gets an empty page in its
 * place, and the page's title says what came of it. Call it before the page is opened.
 */
export async function showPapersAsPages(page: Page, { refusing = false } = {}): Promise<void> {
  await page.addInitScript((refuses) => {
    const tell = (what: string) => (parent.document.title = what);
    if (window !== top) {
      window.print = () => {
        if (refuses) throw new DOMException('Blocked', 'SecurityError');
        tell('printed');
      };
      window.addEventListener('load', () => tell('loaded'));
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

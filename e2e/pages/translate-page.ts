import type { Page } from '@playwright/test';

/** Wraps each text of the page in elements of its own as soon as it appears, as the browser's translator does; the texts stay. */
export async function translatePage(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const translate = (root: Node) => {
      const walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const texts: Text[] = [];
      while (walk.nextNode()) texts.push(walk.currentNode as Text);
      for (const text of texts) {
        const around = text.parentElement;
        if (
          !text.data.trim() ||
          !around ||
          around.closest('font, script, style, title, head, [translate="no"]')
        )
          continue;
        const [outer, inner] = [document.createElement('font'), document.createElement('font')];
        inner.append(text.data);
        outer.append(inner);
        text.replaceWith(outer);
      }
    };
    // Runs in a task of its own: also while React is in the middle of a page.
    new MutationObserver((records) =>
      setTimeout(() => {
        for (const { target } of records) if (target.isConnected) translate(target);
      }),
    ).observe(document, { childList: true, characterData: true, subtree: true });
  });
}

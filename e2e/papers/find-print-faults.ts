/**
 * Describes what a page must not show on paper: a button, the frame of a field, a word of which one half stands
 * in the next line, a document's number cut at its hyphen, a text past the edge of the sheet. The window is as wide as a
 * sheet between its margins. Runs in the page.
 */
export function findPrintFaults(): string[] {
  const faults = new Set<string>();
  for (const element of document.querySelectorAll<HTMLElement>(
    'button, input, select, textarea, [role="menu"]',
  ))
    if (element.checkVisibility({ checkVisibilityCSS: true })) findControl(element);
  const edge = document.documentElement.clientWidth + 1;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    if (isSeen(node.parentElement)) findBadWords(node);
  return [...faults];

  function findControl(element: HTMLElement): void {
    const { borderTopWidth, opacity } = getComputedStyle(element);
    const isField = element.matches('input, select, textarea');
    const isMark = element.matches('[type="checkbox"], [type="radio"]');
    const isText = isField ? borderTopWidth === '0px' : element.dataset.print === 'text';
    if (!isMark && !isText && opacity !== '0')
      faults.add(`${element.tagName.toLowerCase()} «${element.innerText || element.ariaLabel}»`);
  }

  /** Text for screen readers alone is one pixel large. */
  function isSeen(element: Element | null): boolean {
    const box = element?.getBoundingClientRect();
    return (
      !!element && !!box && box.width > 1 && box.height > 1 && !element.closest('svg, script, style, select')
    );
  }

  function findBadWords(node: Node): void {
    const range = document.createRange();
    for (const word of (node.textContent ?? '').matchAll(/(?<=№\s?)\d+(?:-\d+){2,}|[\p{L}\p{N}]{2,}/gu)) {
      range.setStart(node, word.index);
      range.setEnd(node, word.index + word[0].length);
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      if (lines.size > 1) faults.add(`half a word: ${word[0]}`);
      if (range.getBoundingClientRect().right > edge) faults.add(`past the edge: ${word[0]}`);
    }
  }
}

/**
 * Describes what a window of this width cuts off: a name, a plate, a sum or a button that its own box hides, a column head
 * that reaches into the next one, a control outside the window, a table or a page that scrolls sideways, a column that
 * scrolls inside itself, a field whose example text has no room. The end of an address may be hidden. Runs in the page.
 */
export function findCutParts(): string[] {
  const HOLDS = /₽|[А-Я]\.\s?[А-Я]\.|[АВЕКМНОРСТУХ]\s?\d{3}\s?[АВЕКМНОРСТУХ]{2}\s?\d{2,3}|••\s?\d{4}/;
  const faults = new Set<string>();
  const ruler = document.createElement('canvas').getContext('2d');
  const width = document.documentElement.clientWidth;
  const wider = document.documentElement.scrollWidth - width;
  if (wider > 1) faults.add(`the page scrolls sideways by ${wider}`);

  for (const element of document.querySelectorAll<HTMLElement>(
    'main *, aside *, header *, [role="dialog"] *',
  )) {
    const style = getComputedStyle(element);
    const box = element.getBoundingClientRect();
    // Text for screen readers only is one pixel large.
    if (box.width <= 1 || box.height <= 1 || style.visibility !== 'visible') continue;
    if (element.closest('[aria-hidden="true"], svg, .maplibregl-map')) continue;
    findHiddenText(element, style);
    findOwnScroll(element, style);
    if (element.matches('a[href], button, input, select, textarea')) findOutside(element, box);
    if (element instanceof HTMLInputElement) findCutExample(element, style);
  }
  for (const head of document.querySelectorAll('thead')) {
    // Rows of two lines have a head for screen readers alone.
    if (head.getBoundingClientRect().width > 1) findCoveredHeads(head);
  }
  return [...faults];

  function findHiddenText(element: HTMLElement, style: CSSStyleDeclaration): void {
    if (element.matches('input, textarea, select') || !element.innerText?.trim()) return;
    const hides = style.overflowX === 'hidden' || style.overflowX === 'clip';
    const isWide = hides && element.scrollWidth > element.clientWidth + 1;
    const isHigh = style.webkitLineClamp !== 'none' && element.scrollHeight > element.clientHeight + 2;
    const isDetail = element.matches('[data-below]') && !HOLDS.test(hiddenPart(element));
    if ((isWide || isHigh) && !isDetail) faults.add(`cut: ${describe(element)}`);
  }

  /** The text from the place where the box hides it. */
  function hiddenPart(element: HTMLElement): string {
    const edge = element.getBoundingClientRect().right;
    const range = document.createRange();
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    let hidden = '';
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.textContent ?? '';
      const words = [...text.matchAll(/[^ ]+/g)];
      for (const word of words) {
        range.setStart(node, word.index);
        range.setEnd(node, word.index + word[0].length);
        if (range.getBoundingClientRect().right > edge) hidden += ` ${word[0]}`;
      }
    }
    return hidden;
  }

  function findOwnScroll(element: HTMLElement, style: CSSStyleDeclaration): void {
    const scrolls = (overflow: string) => overflow === 'auto' || overflow === 'scroll';
    const holdsTable = element.querySelector('table') !== null;
    if (holdsTable && scrolls(style.overflowX) && element.scrollWidth > element.clientWidth + 1)
      faults.add(`scrolls sideways by ${element.scrollWidth - element.clientWidth}: ${describe(element)}`);
    if (
      element.matches('aside') &&
      scrolls(style.overflowY) &&
      element.scrollHeight > element.clientHeight + 1
    )
      faults.add(`scrolls inside itself: ${describe(element)}`);
  }

  /** An example text that is cut does not help. */
  function findCutExample(field: HTMLInputElement, style: CSSStyleDeclaration): void {
    if (!ruler || field.value || !field.placeholder) return;
    ruler.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    const room =
      field.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight);
    if (ruler.measureText(field.placeholder).width > room + 1)
      faults.add(`cut example: input «${field.placeholder}»`);
  }

  /** Tabs and chips in one line are pushed by a thumb on a narrow screen. */
  function findOutside(element: HTMLElement, box: DOMRect): void {
    if (width < 1024 && element.closest('nav, ul, [role="tablist"]')) return;
    if (box.right > width + 1 || box.left < -1) faults.add(`outside the window: ${describe(element)}`);
  }

  function findCoveredHeads(row: Element): void {
    for (const head of row.querySelectorAll('th')) {
      const box = head.getBoundingClientRect();
      const walker = document.createTreeWalker(head, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const range = document.createRange();
        range.selectNodeContents(node);
        const { left, right } = range.getBoundingClientRect();
        const isSeen = (node.parentElement?.getBoundingClientRect().width ?? 0) > 1;
        if (isSeen && (right > box.right + 1 || left < box.left - 1))
          faults.add(`head over another: ${describe(head)}`);
      }
    }
  }

  function describe(element: Element): string {
    const words = (element as HTMLElement).innerText || element.getAttribute('aria-label') || '';
    return `${element.tagName.toLowerCase()} «${words.replace(/\s+/g, ' ').trim().slice(0, 60)}»`;
  }
}

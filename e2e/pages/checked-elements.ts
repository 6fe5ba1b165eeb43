/**
 * An element of the page: the place of its parent, and the key of its appearance there. Key 0 means that it must be
 * checked each time.
 */
type Piece = { parent: number; key: number };

/** Keys of elements that axe has already passed in this worker. */
const found = new Set<number>();

/**
 * Returns the places of pieces that need no second check, and a callback for when axe has found nothing in the rest.
 */
export function chooseKnown(pieces: Piece[]): { known: number[]; keep: () => void } {
  const now = new Set<number>();
  const known: number[] = [];
  const inside = new Set<number>();
  pieces.forEach(({ parent, key }, place) => {
    if (inside.has(parent)) return void inside.add(place);
    if (key !== 0 && (found.has(key) || now.has(key))) {
      known.push(place);
      inside.add(place);
    } else if (key !== 0) now.add(key);
  });
  return { known, keep: () => now.forEach((key) => found.add(key)) };
}

/**
 * Runs in the page, and describes its elements in the order of the document. Two have the same key when axe reports the
 * same for both: the same HTML, digits and generated ids aside, the same values, focus and pointer, in ancestors with
 * the same attributes and the same kinds of children, on a screen of the same size and theme.
 */
export function describePieces(): Piece[] {
  /** Compared with others of their kind, or documents of their own. */
  const ALWAYS =
    'html, head, body, main, nav, aside, header, footer, section, form, search, iframe, [accesskey], ' +
    '[role=main], [role=navigation], [role=complementary], [role=banner], [role=contentinfo], [role=region], [role=form], [role=search]';
  const media = [
    '(prefers-color-scheme: dark)',
    '(forced-colors: active)',
    '(prefers-contrast: more)',
    'print',
  ];
  const screen = [
    innerWidth,
    innerHeight,
    devicePixelRatio,
    ...media.map((value) => matchMedia(value).matches),
  ];
  const elements = [...document.querySelectorAll('*')];
  (window as unknown as { checkedElements: Element[] }).checkedElements = elements;
  const placeByElement = new Map(elements.map((element, place) => [element, place]));
  const states = [
    ':hover',
    ':focus',
    ':focus-visible',
    ':checked',
    ':disabled',
    ':invalid',
    ':modal',
    ':popover-open',
  ];
  const stateByElement = new Map<Element, string>();
  for (const state of states)
    for (const element of document.querySelectorAll(state))
      stateByElement.set(element, (stateByElement.get(element) ?? '') + state);

  /** cyrb53: its 53 bits make a collision among some thousands of keys practically impossible. */
  function hash(text: string): number {
    let high = 0xdeadbeef;
    let low = 0x41c6ce57;
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      high = Math.imul(high ^ code, 2654435761);
      low = Math.imul(low ^ code, 1597334677);
    }
    high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
    low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
    return 4294967296 * (2097151 & low) + (high >>> 0);
  }
  const plain = (text: string) => text.replace(/_r_[0-9a-z]+_/g, '_r_').replace(/\d/g, '0');

  /** An element without what is in it. */
  const own = elements.map((element) => {
    const attributes = [...element.attributes].map(({ name, value }) => `${name}=${value}`).join(' ');
    const value = (element as HTMLInputElement).value ?? '';
    return plain(`<${element.localName} ${attributes} ${value} ${stateByElement.get(element) ?? ''}>`);
  });
  const kinds = elements.map((element) =>
    [...element.children]
      .map((child) => `${child.localName}.${child.getAttribute('class') ?? ''}`)
      .filter((kind, place, all) => kind !== all[place - 1])
      .join(),
  );
  const whole: number[] = [];
  const always: boolean[] = [];
  for (let place = elements.length - 1; place >= 0; place -= 1) {
    const element = elements[place] as Element;
    const inner = [...element.childNodes].map((node) =>
      node instanceof Element ? whole[placeByElement.get(node) ?? 0] : plain(node.textContent ?? ''),
    );
    whole[place] = hash(`${own[place]}${inner.join('|')}`);
    always[place] =
      element.matches(ALWAYS) ||
      [...element.children].some((child) => always[placeByElement.get(child) ?? 0]);
  }
  const around: number[] = [];
  return elements.map((element, place) => {
    const parent = element.parentElement ? (placeByElement.get(element.parentElement) ?? -1) : -1;
    const outside = parent < 0 ? hash(screen.join()) : (around[parent] ?? 0);
    around[place] = hash(`${outside}${own[place]}${kinds[place]}`);
    return { parent, key: always[place] ? 0 : hash(`${outside} ${whole[place]}`) };
  });
}

/**
 * Runs before each test file of the screens and provides what their modules need of a browser when they are loaded. The
 * session reads what is stored and listens to other tabs.
 */
const METHODS: ThisType<Record<string, string>> &
  Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'clear'> = {
  getItem(name: string) {
    return this[name] ?? null;
  },
  setItem(name: string, text: string) {
    this[name] = text;
  },
  removeItem(name: string) {
    delete this[name];
  },
  clear() {
    for (const name of Object.keys(this)) delete this[name];
  },
};

// A file that renders has a page of its own, with all of this. As in a browser, what is stored is listed by `Object.keys`.
if (!('document' in globalThis))
  Object.assign(globalThis, { window: new EventTarget(), localStorage: Object.create(METHODS) });

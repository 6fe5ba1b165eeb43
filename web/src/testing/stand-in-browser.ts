/**
 * Runs before each test file of the screens and provides what their modules need of a browser when they are loaded. The
 * session reads what is stored and listens to other tabs.
 */
const stored = new Map<string, string>();

// A file that renders has a page of its own, with all of this.
if (!('document' in globalThis))
  Object.assign(globalThis, {
    window: new EventTarget(),
    localStorage: {
      getItem: (name: string) => stored.get(name) ?? null,
      setItem: (name: string, text: string) => void stored.set(name, text),
      removeItem: (name: string) => void stored.delete(name),
      clear: () => stored.clear(),
    },
  });

type Place = 'localStorage' | 'sessionStorage';

/**
 * Stores a text in the browser. A browser that forbids it, or has no room left, stores nothing, and the text lasts
 * until the page is left. Returns whether it is stored.
 */
export function storeText(place: Place, key: string, text: string): boolean {
  try {
    globalThis[place].setItem(key, text);
    return true;
  } catch {
    // The text stored before is out of date.
    forgetText(place, key);
    return false;
  }
}

/** Returns the stored text, or null if there is none or the browser forbids it. */
export function readStoredText(place: Place, key: string): string | null {
  try {
    return globalThis[place].getItem(key);
  } catch {
    return null;
  }
}

/** Returns the keys of what is stored; nothing where the browser forbids it. */
export function listStoredKeys(place: Place): string[] {
  try {
    return Object.keys(globalThis[place]);
  } catch {
    return [];
  }
}

/** Removes every text whose key begins so. */
export function forgetTexts(place: Place, beginning: string): void {
  for (const key of listStoredKeys(place)) if (key.startsWith(beginning)) forgetText(place, key);
}

export function forgetText(place: Place, key: string): void {
  try {
    globalThis[place].removeItem(key);
  } catch {
    // Nothing was stored.
  }
}

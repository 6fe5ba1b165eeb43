type Place = 'localStorage' | 'sessionStorage';

/**
 * Keeps a text in the browser. One that forbids it, or has no room left, keeps nothing: it lasts until the page is left.
 * Returns whether it is kept.
 */
export function storeText(place: Place, key: string, text: string): boolean {
  try {
    globalThis[place].setItem(key, text);
    return true;
  } catch {
    // What was kept before is out of date.
    forgetText(place, key);
    return false;
  }
}

/** What was kept; null where nothing was, or the browser forbids it. */
export function readStoredText(place: Place, key: string): string | null {
  try {
    return globalThis[place].getItem(key);
  } catch {
    return null;
  }
}

export function forgetText(place: Place, key: string): void {
  try {
    globalThis[place].removeItem(key);
  } catch {
    // Nothing was kept.
  }
}

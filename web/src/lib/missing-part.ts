import { storeText, readStoredText } from './store-text.ts';

const KEY = 'magistral.reloaded';
/** A second miss within it is no new version: reloading would go on for ever. */
const ONCE_IN_MS = 60_000;

const missing = new WeakSet<object>();

/** Records what the browser failed to load. After an update the files of the previous version are gone. */
export function watchMissingParts(): void {
  addEventListener('vite:preloadError', (event) => {
    const { payload } = event as Event & { payload?: unknown };
    if (typeof payload === 'object' && payload !== null) missing.add(payload);
  });
}

export function isMissingPart(error: unknown): boolean {
  return typeof error === 'object' && error !== null && missing.has(error);
}

/**
 * Returns whether the page may reload itself for a missing part: true once a minute, never if nothing can be stored.
 */
export function mayReloadForPart(): boolean {
  const last = Number(readStoredText('sessionStorage', KEY) ?? 0);
  if (Math.abs(Date.now() - last) < ONCE_IN_MS) return false;
  return storeText('sessionStorage', KEY, String(Date.now()));
}

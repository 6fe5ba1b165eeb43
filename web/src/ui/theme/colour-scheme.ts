import { useSyncExternalStore } from 'react';
import { useMedia } from '../../lib/use-media.ts';
import { SCHEME_ATTRIBUTE, SCHEME_KEY } from './scheme-memory.ts';

export type Scheme = 'light' | 'dark' | 'auto';

const followers = new Set<() => void>();
let chosen = readStored();

/** Applies the remembered choice before anything is drawn, and follows a choice made in another tab. */
export function applyColourScheme(): void {
  show();
  window.addEventListener('storage', (event) => {
    if (event.key === SCHEME_KEY) take(readStored());
  });
}

export function chooseColourScheme(scheme: Scheme): void {
  try {
    localStorage.setItem(SCHEME_KEY, scheme);
  } catch {
    // Without storage the choice lasts until the page is left.
  }
  take(scheme);
}

/** The person's choice; `auto` until there is one. */
export function useChosenScheme(): Scheme {
  return useSyncExternalStore(follow, () => chosen);
}

/** Returns which of the two is shown now. */
export function useShownScheme(): 'light' | 'dark' {
  const dark = useMedia('(prefers-color-scheme: dark)');
  const scheme = useChosenScheme();
  if (scheme !== 'auto') return scheme;
  return dark ? 'dark' : 'light';
}

function take(scheme: Scheme): void {
  chosen = scheme;
  show();
  for (const listener of followers) listener();
}

function show(): void {
  const page = document.documentElement;
  if (chosen === 'auto') page.removeAttribute(SCHEME_ATTRIBUTE);
  else page.setAttribute(SCHEME_ATTRIBUTE, chosen);
}

function readStored(): Scheme {
  try {
    const stored = localStorage.getItem(SCHEME_KEY);
    return stored === 'light' || stored === 'dark' ? stored : 'auto';
  } catch {
    return 'auto';
  }
}

function follow(listener: () => void): () => void {
  followers.add(listener);
  return () => followers.delete(listener);
}

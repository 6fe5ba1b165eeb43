import { useSyncExternalStore } from 'react';
import type { z } from 'zod';
import type { profile, tokens } from '#contract/identity/auth.ts';
import { roleFromPermissions, type Role } from '#contract/access.ts';
import { SESSION_SECONDS, STAFF_SESSION_SECONDS } from '#contract/limits.ts';
import { forgetText, storeText, readStoredText } from '../lib/store-text.ts';
import { LAST_ANSWERS_KEY, SESSION_KEY } from './session-key.ts';

export type Tokens = z.infer<typeof tokens>;
export type Profile = z.infer<typeof profile>;

/** Stored between visits, as the spec requires: auth and permissions. Money is not stored here. */
export interface StoredSession {
  tokens: Tokens | null;
  /** Milliseconds; moved to 3600 s from now by each profile call. */
  expiresAt: number;
  profile: Profile | null;
  permissions: string[];
}

const NO_SESSION: StoredSession = { tokens: null, expiresAt: 0, profile: null, permissions: [] };

const listeners = new Set<() => void>();
const leavers = new Set<() => void>();
let storedIn: ReturnType<typeof storeSessionText> | null = null;
let current = load();
/** Access token of a session that the server has ended. The page stays until a user signs in again or leaves. */
let endedToken: string | null = null;
/** The access token of a session for which the server has answered since the page was opened. */
let confirmedToken: string | null = null;
/**
 * Company that this page shows. The session may have entered another one in another tab, which the page must not take for
 * its own.
 */
let shownCompany = current.profile?.company ?? null;
/** The access token of a session that has to be confirmed by its second factor. */
let halfToken: string | null = null;

// Another tab has signed in or out: follow it.
window.addEventListener('storage', (event) => {
  if (event.key !== SESSION_KEY && event.key !== null) return;
  const before = current.profile?.id;
  current = load();
  notifyListeners();
  if (before !== undefined && before !== current.profile?.id) for (const left of leavers) left();
});

/** Calls back when another tab has signed the user out or signed in another user. */
export function onLeftElsewhere(left: () => void): () => void {
  leavers.add(left);
  return () => leavers.delete(left);
}

export function readSession(): StoredSession {
  return current;
}

export function useSession(): StoredSession {
  return useSyncExternalStore(subscribe, readSession);
}

/** Another one after each sign-in. */
export function useAccessToken(): string | undefined {
  return useSyncExternalStore(subscribe, () => current.tokens?.access);
}

/** Returns whether the server has ended the session while a page is open. The input waits for a new sign-in. */
export function useSessionEnded(): boolean {
  return useSyncExternalStore(subscribe, () => endedToken !== null && endedToken === current.tokens?.access);
}

export function recordSessionEnd(accessToken: string): void {
  endedToken = accessToken;
  notifyListeners();
}

/** Returns whether an open page needs the second factor to continue. During the sign-in the factor is a step of it. */
export function useFactorAsked(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => current.profile !== null && halfToken !== null && halfToken === current.tokens?.access,
  );
}

/** Null means that the factor has been given. */
export function recordFactorAsked(accessToken: string | null): void {
  halfToken = accessToken;
  notifyListeners();
}

export type ShownCompany = NonNullable<Profile['company']>;

/** Company to name in the calls of this page; null for users who have no other, and where none is shown. */
export function getShownCompanyId(): number | null {
  return shownCompany && (current.profile?.companies ?? 0) > 1 ? shownCompany.id : null;
}

/** Makes the page one of the company for which the session acts now, before it is read anew. */
export function showActingCompany(): void {
  shownCompany = current.profile?.company ?? null;
  notifyListeners();
}

export function getShownCompany(): ShownCompany | null {
  return shownCompany;
}

/**
 * Returns whether the session does not act for the company that the page shows: it has entered another one in another tab, or
 * acts for none while the user has others.
 */
export function useCompanyLeft(): boolean {
  return useSyncExternalStore(subscribe, () => {
    const { profile } = current;
    if (!profile || (profile.companies ?? 0) === 0) return false;
    return profile.company === null || (shownCompany !== null && profile.company.id !== shownCompany.id);
  });
}

/** Identifies a user in a company. What the device stores for one is not shown to another. */
export function getUserKey({ profile }: StoredSession): string {
  return `${profile?.id ?? ''}:${profile?.company?.id ?? ''}`;
}

/** Returns whether the server has confirmed the session since the page was opened. */
export function isConfirmed(): boolean {
  return confirmedToken !== null && confirmedToken === current.tokens?.access;
}

/** The role that the screens assume; the server decides for itself. */
export function useRole(): Role {
  return roleFromPermissions(useSession().permissions);
}

/** Stores only the access token, the one used after the sign-in. No other token lies where a script could read it. */
export function storeTokens({ access, expiry }: Tokens): void {
  const next = { enter: '', access, refresh: '', expiry };
  store({ ...current, tokens: next, expiresAt: Date.now() + SESSION_SECONDS * 1000 });
}

/** A profile call has succeeded: the session's end moves to 3600 s from now (spec section 4), of staff to 900 s. */
export function storeProfile(next: Profile, permissions: string[]): void {
  const expiresAt = Date.now() + (next.is_staff ? STAFF_SESSION_SECONDS : SESSION_SECONDS) * 1000;
  // The call has moved the end of the driver's tokens on the server, too.
  const tokens = current.tokens && { ...current.tokens, expiry: new Date(expiresAt).toISOString() };
  confirmedToken = tokens?.access ?? null;
  const isOtherUser = current.profile?.id !== next.id;
  // A further company is shown once the page has been read anew for it.
  if (isOtherUser || shownCompany === null || next.companies === 0) shownCompany = next.company;
  store({ tokens, profile: next, permissions, expiresAt });
}

export function clearSession(): void {
  store(NO_SESSION);
}

/**
 * The driver is logged in when the session has not expired, the driver's expiry is in the future and a user name is
 * known (spec section 4).
 */
export function isLoggedIn({ tokens, expiresAt, profile }: StoredSession, now = Date.now()): boolean {
  return tokens !== null && expiresAt > now && Date.parse(tokens.expiry) > now && Boolean(profile?.firstname);
}

/**
 * Returns whether a user has signed in here and has not signed out. The session itself is checked on a route change, so
 * that an open page does not vanish while the user types in it.
 */
export function isKnown(session: StoredSession): boolean {
  return session.tokens !== null && Boolean(session.profile?.firstname);
}

/** Fuel-programme access: the profile's company has a client record (spec section 6). */
export function hasFuelAccess(session: StoredSession): boolean {
  return Boolean(session.profile?.company?.client);
}

function store(next: StoredSession): void {
  current = next;
  if (next === NO_SESSION) {
    forgetText('localStorage', SESSION_KEY);
    forgetText('sessionStorage', SESSION_KEY);
    storedIn = null;
  } else storedIn = storeSessionText(JSON.stringify(next));
  notifyListeners();
}

/**
 * Stores the session in the tab alone if the browser has no more room. With `nowhere` it lasts until the page is left.
 */
function storeSessionText(text: string): 'device' | 'tab' | 'nowhere' {
  if (storeText('localStorage', SESSION_KEY, text)) return 'device';
  // The answers saved for a time without a network take most of the room, and can be requested again.
  forgetText('localStorage', LAST_ANSWERS_KEY);
  if (storeText('localStorage', SESSION_KEY, text)) return 'device';
  return storeText('sessionStorage', SESSION_KEY, text) ? 'tab' : 'nowhere';
}

/** Returns whether the sign-in is lost with the page, because the browser stores nothing. */
export function useSessionUnkept(): boolean {
  return useSyncExternalStore(subscribe, () => storedIn === 'nowhere');
}

function notifyListeners(): void {
  for (const listener of listeners) listener();
}

function load(): StoredSession {
  try {
    const text = readStoredText('localStorage', SESSION_KEY) ?? readStoredText('sessionStorage', SESSION_KEY);
    return text ? { ...NO_SESSION, ...(JSON.parse(text) as Partial<StoredSession>) } : NO_SESSION;
  } catch {
    return NO_SESSION;
  }
}

/** Calls back at each change of the session; returns what ends that. */
export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

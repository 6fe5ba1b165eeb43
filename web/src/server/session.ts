import { useSyncExternalStore } from 'react';
import { roleFromPermissions, type Role } from '#contract/access.ts';
import { SESSION_SECONDS, STAFF_SESSION_SECONDS } from '#contract/limits.ts';
import { forgetText, forgetTexts, storeText } from '../lib/store-text.ts';
import { LAST_ANSWERS_KEY, SESSION_KEY, TAB_KEY } from './session-key.ts';
import {
  getNamedCompany,
  keepCompany,
  loadSession,
  loadSharedSession,
  loadShownCompany,
  NO_SESSION,
  type Profile,
  type ShownCompany,
  type StoredSession,
  type Tokens,
} from './stored-session.ts';

export type { Profile, StoredSession, Tokens };

const listeners = new Set<() => void>();
const leavers = new Set<() => void>();
let storedIn: ReturnType<typeof storeSessionText> | null = null;
let current = loadSession();
/** Access token of a session that the server has ended. The page stays until a user signs in again or leaves. */
let endedToken: string | null = null;
/** The access token of a session for which the server has answered since the page was opened. */
let confirmedToken: string | null = null;
/** Company for which this tab acts. Its calls name it, because another tab may act for another one. */
let shownCompany: ShownCompany | null = loadShownCompany(current) ?? current.profile?.company ?? null;
/** The tab goes over to another company, whose profile has not come yet. */
let isGoingOver = false;
/** The tab is in the background. */
let isHidden = false;
/** The access token of a session that has to be confirmed by its second factor. */
let halfToken: string | null = null;

// Another tab has signed in or out: follow it. What it does in another company is its own.
window.addEventListener('storage', (event) => {
  if (event.key !== SESSION_KEY && event.key !== null) return;
  const before = current.profile?.id;
  current = keepCompany(loadSharedSession(), current);
  if (before !== current.profile?.id) shownCompany = current.profile?.company ?? null;
  notifyListeners();
  if (before !== undefined && before !== current.profile?.id) for (const left of leavers) left();
});

// A new tab begins in the company of the tab that is seen, from which it is opened.
window.addEventListener('visibilitychange', () => {
  isHidden = document.hidden;
  if (!isHidden && current.tokens) store(current);
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

/** Company to name in the calls of this page; null for users who have no other, and where none is shown. */
export function getShownCompanyId(): number | null {
  return getNamedCompany(current, shownCompany);
}

/**
 * Makes the tab act for another company from its next call on; its profile has to be read then. Null: the company for which the
 * session acts, whatever it is.
 */
export function showCompany(company: ShownCompany | null): void {
  shownCompany = company;
  isGoingOver = company !== null;
  notifyListeners();
}

export function getShownCompany(): ShownCompany | null {
  return shownCompany;
}

/** Returns whether the user has no role any more in the company that the page shows, while they have others. */
export function useRoleEnded(): boolean {
  return useSyncExternalStore(subscribe, () => {
    const { profile } = current;
    if (!profile || (profile.companies ?? 0) === 0 || isGoingOver) return false;
    return profile.company === null || (shownCompany !== null && profile.company.id !== shownCompany.id);
  });
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
  isGoingOver = false;
  const isOtherUser = current.profile?.id !== next.id;
  // A page of a company stays its page, also when the role there has ended.
  if (isOtherUser || shownCompany === null || next.companies === 0) shownCompany = next.company;
  const hasHadSeveral = (next.companies ?? 0) > 1 || (!isOtherUser && current.hasHadSeveral === true);
  store({ tokens, profile: next, permissions, expiresAt, ...(hasHadSeveral && { hasHadSeveral }) });
}

export function clearSession(): void {
  shownCompany = null;
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
    forgetText('sessionStorage', TAB_KEY);
    storedIn = null;
  } else {
    const { profile, permissions } = next;
    storeText(
      'sessionStorage',
      TAB_KEY,
      JSON.stringify({ profile, permissions, shown: toStored(shownCompany) }),
    );
    // A tab in the background leaves to new tabs the company of the one that is seen.
    const shared = isHidden ? keepCompany(next, loadSharedSession()) : next;
    storedIn = storeSessionText(JSON.stringify(shared));
  }
  notifyListeners();
}

function toStored(company: ShownCompany | null): ShownCompany | null {
  return company && { id: company.id, title: company.title };
}

/**
 * Stores the session in the tab alone if the browser has no more room. With `nowhere` it lasts until the page is left.
 */
function storeSessionText(text: string): 'device' | 'tab' | 'nowhere' {
  if (storeText('localStorage', SESSION_KEY, text)) return 'device';
  // The answers saved for a time without a network take most of the room, and can be requested again.
  forgetTexts('localStorage', LAST_ANSWERS_KEY);
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

/** Calls back at each change of the session; returns what ends that. */
export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

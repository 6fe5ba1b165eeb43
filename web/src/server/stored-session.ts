import type { z } from 'zod';
import type { profile, tokens } from '#contract/identity/auth.ts';
import { readStoredText } from '../lib/store-text.ts';
import { SESSION_KEY, TAB_KEY } from './session-key.ts';

export type Tokens = z.infer<typeof tokens>;
export type Profile = z.infer<typeof profile>;

/** Stored between visits, as the spec requires: auth and permissions. Money is not stored here. */
export interface StoredSession {
  tokens: Tokens | null;
  /** Milliseconds; moved to 3600 s from now by each profile call. */
  expiresAt: number;
  profile: Profile | null;
  permissions: string[];
  /** The user has had several companies since the sign-in. Each page names its own from then on, also the last one. */
  hasHadSeveral?: boolean;
}

export interface ShownCompany {
  id: number;
  title: string;
}

/** User of a tab as its company knows them, which the tab stores for itself. */
type TabSession = Pick<StoredSession, 'profile' | 'permissions'> & {
  /** Company of the tab, also after the role in it has ended. */
  shown: ShownCompany | null;
};

export const NO_SESSION: StoredSession = { tokens: null, expiresAt: 0, profile: null, permissions: [] };

/** Returns the session of the browser, as the tab that was used last has stored it. */
export function loadSharedSession(): StoredSession {
  return {
    ...NO_SESSION,
    ...(parse(readStoredText('localStorage', SESSION_KEY)) ??
      parse(readStoredText('sessionStorage', SESSION_KEY))),
  };
}

/** Returns the session as this tab goes on with it: the sign-in is of the browser, the company is its own. */
export function loadSession(): StoredSession {
  const tab = loadTab();
  return keepCompany(loadSharedSession(), {
    profile: tab?.profile ?? null,
    permissions: tab?.permissions ?? [],
  });
}

/** Returns the company that the tab showed before it was read anew; null where it is to show that of its session. */
export function loadShownCompany({ profile: own }: StoredSession): ShownCompany | null {
  const tab = loadTab();
  return tab?.profile && tab.profile.id === own?.id ? (tab.shown ?? null) : null;
}

function loadTab(): Partial<TabSession> | null {
  return parse(readStoredText('sessionStorage', TAB_KEY)) as Partial<TabSession> | null;
}

/** Returns a session with the company of a tab, where its user acts for several and is the same. */
export function keepCompany(
  session: StoredSession,
  { profile: own, permissions }: Pick<StoredSession, 'profile' | 'permissions'>,
): StoredSession {
  const { profile: shared } = session;
  const isOwn =
    own?.company &&
    shared?.id === own.id &&
    (shared.companies ?? 0) > 1 &&
    shared.company?.id !== own.company.id;
  return isOwn ? { ...session, profile: { ...own, companies: shared.companies }, permissions } : session;
}

/** Identifies a user in a company. What the device stores for one is not shown to another. */
export function getUserKey({ profile }: StoredSession): string {
  return `${profile?.id ?? ''}:${profile?.company?.id ?? ''}`;
}

/** Returns the company that the calls of a page name; null for a user who has no other, and where the page shows none. */
export function getNamedCompany(
  { profile: own, hasHadSeveral = false }: StoredSession,
  shown: { id: number } | null = own?.company ?? null,
): number | null {
  if (!own || !shown) return null;
  const isOneOfSeveral = hasHadSeveral || (own.companies ?? 0) > 1;
  return isOneOfSeveral || own.company?.id !== shown.id ? shown.id : null;
}

function parse(text: string | null): Partial<StoredSession> | null {
  try {
    return JSON.parse(text ?? 'null') as Partial<StoredSession> | null;
  } catch {
    return null;
  }
}

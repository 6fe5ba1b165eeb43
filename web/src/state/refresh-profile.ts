import { readMaintenance, readProfile } from '#contract/identity/auth.ts';
import { call, CallFailed } from '../server/client.ts';
import { forgetLastAnswers } from './last-answers.ts';
import {
  clearMaintenance,
  storeMaintenance,
  type Maintenance,
  type MaintenanceWorks,
} from './maintenance.ts';
import { forgetObjectionDrafts } from './objection-draft.ts';
import { clearDrafts } from './order-draft.ts';
import { clearOpened } from './recently-opened.ts';
import {
  clearSession,
  getShownCompanyId,
  recordFactorAsked,
  recordSessionEnd,
  readSession,
  showCompany,
  storeProfile,
} from '../server/session.ts';

/** The outcome of a profile call. */
export interface ProfileOutcome {
  /** Null if the answer carries none. */
  maintenance: Maintenance | null;
  /** The answer had a code other than 200. */
  refused: boolean;
}

const NOTHING: ProfileOutcome = { maintenance: null, refused: false };

/**
 * Fetches the profile at a route change and stores it (spec section 4). Any code but 200 clears all driver, user,
 * cabinet, inn and permission data. For a visitor only announced works are read.
 */
export async function refreshProfile(): Promise<ProfileOutcome> {
  if (!readSession().tokens) return fetchMaintenance();
  try {
    return await fetchProfile();
  } catch (error) {
    // A missing answer, or a page that was left before it came, reveals nothing about the session.
    if (error instanceof CallFailed && error.code === 0) return NOTHING;
    clearSession();
    clearDrafts();
    // A broken server has answered too: balances and cards must not stay on a device that shows the sign-in.
    forgetLastAnswers();
    forgetObjectionDrafts();
    clearOpened();
    clearMaintenance();
    return { ...(await fetchMaintenance()), refused: true };
  }
}

/**
 * Fetches the profile while a page is open, because the server has announced that rights or the session have changed.
 * An ended session clears nothing yet. The page stays, under a dialogue that asks to sign in again.
 */
export async function recheckProfile(): Promise<ProfileOutcome> {
  const token = readSession().tokens?.access;
  if (!token) return NOTHING;
  try {
    return await fetchProfile();
  } catch (error) {
    if (error instanceof CallFailed && error.code === 401) recordSessionEnd(token);
    if (error instanceof CallFailed && error.asksFactor === 'confirm') recordFactorAsked(token);
    return NOTHING;
  }
}

async function fetchProfile(): Promise<ProfileOutcome> {
  const [before, named] = [readSession().profile?.id, getShownCompanyId()];
  const { data, envelope } = await call(readProfile);
  // The tab has gone over to another company meanwhile, and reads the profile there.
  if (named !== getShownCompanyId()) return NOTHING;
  // Another user has signed in: the call has named a company of the one before.
  if (before !== undefined && before !== data.id && named !== null) {
    showCompany(null);
    return fetchProfile();
  }
  storeProfile(data, envelope.permissions as string[]);
  const maintenance = (envelope.maintenance as Maintenance | undefined) ?? null;
  storeMaintenance(maintenance, (envelope.announced as MaintenanceWorks[] | undefined) ?? []);
  return { maintenance, refused: false };
}

/**
 * A visitor has no profile. Whether maintenance closes everything is requested separately, without data on any user.
 */
async function fetchMaintenance(): Promise<ProfileOutcome> {
  try {
    const { maintenance } = (await call(readMaintenance)).data;
    if (readSession().tokens) return NOTHING;
    storeMaintenance(maintenance, []);
    return { maintenance, refused: false };
  } catch {
    return NOTHING;
  }
}

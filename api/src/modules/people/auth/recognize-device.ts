import type { Db } from '../../../db/database.ts';
import type { CallOrigin } from '../../../http/bind.ts';
import { hashOf, newToken } from '../../../lib/secrets.ts';
import { networkOf } from './device.ts';
import {
  hasDevices,
  insertDevice,
  isTokenGiven,
  noteKnownSignature,
  noteKnownToken,
  renameDevice,
} from './known-device-store.ts';

export interface RecognizedDevice {
  /** For the device to keep: another one after each sign-in. */
  token: string;
  /** The person has not signed in on it before. */
  isNew: boolean;
  /** Though on others he has. */
  isStrange: boolean;
}

/**
 * Whether the person has signed in on this device before. A browser is known by the token in its cookie, which changes for
 * everybody who signs in there, so that one copied from it is known no more; a client that has never kept a cookie is known
 * by its name and network. A person's first device of all is no stranger (decision 47).
 */
export async function recognizeDevice(
  tx: Db,
  said: { userId: number; deviceToken: string | null; from: CallOrigin; now: Date },
): Promise<RecognizedDevice> {
  const { userId, deviceToken, from, now } = said;
  const token = newToken();
  const seen = {
    userId,
    tokenHash: hashOf(token),
    signature: hashOf(`${from.userAgent}\n${networkOf(from.ip)}`),
    now,
  };
  // A token that nobody was given says nothing: the browser counts as one that has kept none yet.
  const isGiven = deviceToken !== null && (await isTokenGiven(tx, hashOf(deviceToken)));
  if (isGiven) await renameDevice(tx, { from: hashOf(deviceToken), to: seen.tokenHash });
  const isKnown = isGiven ? await noteKnownToken(tx, seen) : await noteKnownSignature(tx, seen);
  if (isKnown) return { token, isNew: false, isStrange: false };
  const isStrange = await hasDevices(tx, userId);
  await insertDevice(tx, seen);
  return { token, isNew: true, isStrange };
}

import type { Db } from '../../../db/database.ts';
import type { CallOrigin } from '../../../http/bind.ts';
import { hashSha256, newToken } from '../../../lib/secrets.ts';
import { toIpNetwork } from './device.ts';
import {
  hasDevices,
  insertDevice,
  isTokenGiven,
  recordKnownSignature,
  recordKnownToken,
  renameDevice,
} from './known-devices.ts';

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
  input: { userId: number; deviceToken: string | null; from: CallOrigin; now: Date },
): Promise<RecognizedDevice> {
  const { userId, deviceToken, from, now } = input;
  const token = newToken();
  const seen = {
    userId,
    tokenHash: hashSha256(token),
    signature: hashSha256(`${from.userAgent}\n${toIpNetwork(from.ip)}`),
    now,
  };
  // A token that nobody was given says nothing: the browser counts as one that has kept none yet.
  const isGiven = deviceToken !== null && (await isTokenGiven(tx, hashSha256(deviceToken)));
  if (isGiven) await renameDevice(tx, { from: hashSha256(deviceToken), to: seen.tokenHash });
  const isKnown = isGiven ? await recordKnownToken(tx, seen) : await recordKnownSignature(tx, seen);
  if (isKnown) return { token, isNew: false, isStrange: false };
  const isStrange = await hasDevices(tx, userId);
  await insertDevice(tx, seen);
  return { token, isNew: true, isStrange };
}

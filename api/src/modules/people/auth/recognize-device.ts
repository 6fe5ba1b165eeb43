import type { Db } from '../../../db/database.ts';
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
import type { CallOrigin } from '../../../http/call.ts';

export interface RecognizedDevice {
  /** Token for the device to store. It changes after each sign-in. */
  token: string;
  /** The person has not signed in on it before. */
  isNew: boolean;
  /** Though on others he has. */
  isStrange: boolean;
}

/**
 * Returns whether the person has signed in on this device before. A browser is known by the token in its cookie. The
 * token changes for every user who signs in there, so a copied one is no longer known. A client that has never stored a
 * cookie is known by its name and network. A person's very first device does not count as unknown (decision 47).
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
  // A token that was never given proves nothing. The browser counts as one without a cookie.
  const isGiven = deviceToken !== null && (await isTokenGiven(tx, hashSha256(deviceToken)));
  if (isGiven) await renameDevice(tx, { from: hashSha256(deviceToken), to: seen.tokenHash });
  const isKnown = isGiven ? await recordKnownToken(tx, seen) : await recordKnownSignature(tx, seen);
  if (isKnown) return { token, isNew: false, isStrange: false };
  const isStrange = await hasDevices(tx, userId);
  await insertDevice(tx, seen);
  return { token, isNew: true, isStrange };
}

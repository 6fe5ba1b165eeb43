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
} from './known-device-store.ts';

export interface RecognizedDevice {
  /** For the device to keep. */
  token: string;
  /** A device that the person has never signed in on, though on others he has. */
  isStrange: boolean;
}

/**
 * Whether the person has signed in on this device before. A browser is known by the token in its cookie; a client that has
 * never kept one, by its name and network. A person's first device of all is no stranger (decision 47).
 */
export async function recognizeDevice(
  tx: Db,
  said: { userId: number; deviceToken: string | null; from: CallOrigin; now: Date },
): Promise<RecognizedDevice> {
  const { userId, deviceToken, from, now } = said;
  const signature = hashOf(`${from.userAgent}\n${networkOf(from.ip)}`);
  const seenWith = (token: string) => ({ userId, tokenHash: hashOf(token), signature, now });
  if (deviceToken !== null && (await noteKnownToken(tx, seenWith(deviceToken))))
    return { token: deviceToken, isStrange: false };
  // Two people share this browser; a token that nobody was given is not taken over.
  const isShared = deviceToken !== null && (await isTokenGiven(tx, hashOf(deviceToken)));
  const token = isShared ? deviceToken : newToken();
  if (!isShared && (await noteKnownSignature(tx, seenWith(token)))) return { token, isStrange: false };
  const isStrange = await hasDevices(tx, userId);
  await insertDevice(tx, seenWith(token));
  return { token, isStrange };
}

import type { Context } from '../../../context.ts';
import { hashOf } from '../../../lib/secrets.ts';
import { isDeviceOfPhone } from './known-device-store.ts';
import { oldestKnown } from './known-devices.ts';

/** Whether the owner of this phone has signed in on this device. It gives no right, only limits of its own. */
export async function isKnownDevice(
  ctx: Context,
  { phone, device }: { phone: string; device: string | null },
): Promise<boolean> {
  if (device === null) return false;
  const since = oldestKnown(ctx.clock.now());
  return isDeviceOfPhone(ctx.db.system, { phone, tokenHash: hashOf(device), since });
}

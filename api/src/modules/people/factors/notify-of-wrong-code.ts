import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/database.ts';
import { describeDevice, toIpNetwork } from '../auth/device.ts';
import { notifyOfAccessChange } from '../notices/security-notices.ts';
import { findUserCompany } from '../users/users.ts';
import { takeNotificationTurn } from './factor-tries.ts';
import type { Answering } from './factor.ts';

const QUARTER_MS = 15 * 60_000;

/** Notifies a user of a wrong code given in his name, at most once in 15 minutes: an attacker tries many. */
export async function notifyOfWrongCode(
  ctx: Context,
  tx: Db,
  { who, now }: { who: Answering; now: Date },
): Promise<void> {
  const { userId, userAgent, ip } = who;
  const before = new Date(now.getTime() - QUARTER_MS);
  if (!(await takeNotificationTurn(tx, { userId, before, now }))) return;
  const at = now.toISOString();
  await notifyOfAccessChange(ctx, tx, {
    userId,
    companyId: await findUserCompany(tx, userId),
    what: { event: 'factor-refused', device: describeDevice(userAgent), network: toIpNetwork(ip), at },
    about: at,
    now,
  });
}

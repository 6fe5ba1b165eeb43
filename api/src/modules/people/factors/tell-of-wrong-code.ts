import type { Context } from '../../../context.ts';
import { deviceWords, networkOf } from '../auth/device.ts';
import { tellOfSecurity } from '../notices/tell-of-security.ts';
import { findCompanyOf } from '../users/find-company-of.ts';
import type { Answering } from './factor.ts';
import { takeTellingTurn } from './try-store.ts';

const QUARTER_MS = 15 * 60_000;

/** Tells a person that somebody gave a wrong code in his name, once in a quarter of an hour: a guesser gives many. */
export async function tellOfWrongCode(ctx: Context, who: Answering, now: Date): Promise<void> {
  const { userId, userAgent, ip } = who;
  await ctx.db.inSystem(async (tx) => {
    const before = new Date(now.getTime() - QUARTER_MS);
    if (!(await takeTellingTurn(tx, { userId, before, now }))) return;
    const at = now.toISOString();
    const device = deviceWords(userAgent);
    await tellOfSecurity(ctx, tx, {
      userId,
      companyId: await findCompanyOf(tx, userId),
      what: { event: 'factor-refused', device, network: networkOf(ip), at },
      about: at,
      now,
    });
  });
}

import { FACTOR_MESSAGES } from '#contract/identity/second-factor.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/database.ts';
import { Refusal } from '../../../errors.ts';
import { markFactorConfirmed } from '../auth/known-devices.ts';
import type { Answering } from './factor.ts';
import { takeTry, returnPersonTry, takeNotificationTurn } from './factor-tries.ts';
import { describeDevice, toIpNetwork } from '../auth/device.ts';
import { notifyOfAccessChange } from '../../messaging/notices/security-notices.ts';
import { findUserCompany } from '../../messaging/users/users.ts';

/**
 * Counts the try, checks the answer, and if nothing is thrown confirms the session, all in the transaction of the
 * answer. Returns the time and the result of the check. Refuses with 429 if the session or, for new sessions, the day
 * has no try left.
 */
export async function answerFactor<Found>(
  ctx: Context,
  { way, who }: { way: 'passkey' | 'totp' | 'recovery'; who: Answering },
  check: (tx: Db, now: Date) => Promise<Found>,
): Promise<{ at: Date; found: Found }> {
  const now = ctx.clock.now();
  const { sessionId, userId, companyId, ip, deviceHash: tokenHash } = who;
  const event = { at: now, userId, companyId, ip };
  const taken = await takeTry(ctx.db.system, { way, who, now });
  if (taken.waitSeconds > 0) throw tooManyWrong(taken.waitSeconds, taken.isDayOver);
  try {
    return await ctx.db.inSystem(async (tx) => {
      const found = await check(tx, now);
      if (taken.isPersons) await returnPersonTry(tx, userId);
      await markFactorConfirmed(tx, { sessionId, userId, tokenHash, now });
      await recordEvent(tx, { ...event, what: 'factor-confirmed', details: { way, sessionId } });
      return { at: now, found };
    });
  } catch (error) {
    if (error instanceof Refusal) {
      const details = { way, sessionId, reason: error.reason };
      await ctx.db.inSystem(async (tx) => {
        await recordEvent(tx, { ...event, what: 'factor-refused', details });
        // Access keys have no code that could be guessed.
        if (way !== 'passkey') await notifyOfWrongCode(ctx, tx, { who, now });
      });
    }
    throw error;
  }
}

function tooManyWrong(seconds: number, isDayOver: boolean): Refusal {
  const minutes = Math.ceil(seconds / 60);
  const wait = minutes > 60 ? `${Math.ceil(minutes / 60)} ч` : `${minutes} мин`;
  const message = isDayOver ? FACTOR_MESSAGES.dayOver : FACTOR_MESSAGES.tooMany;
  return new Refusal(429, 'too-often', `${message} через ${wait}`, { retryAfterSeconds: seconds });
}

const QUARTER_MS = 15 * 60_000;

/** Notifies a user of a wrong code given in his name, at most once in 15 minutes: an attacker tries many. */
async function notifyOfWrongCode(
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

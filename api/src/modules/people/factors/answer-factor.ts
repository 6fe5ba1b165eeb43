import { FACTOR_WAIT_SECONDS } from '#contract/second-factor.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/database.ts';
import { Refusal } from '../../../errors.ts';
import { markFactorConfirmed } from '../auth/mark-factor-confirmed.ts';
import type { Answering } from './factor.ts';
import { forgetTries, takeFactorTry } from './try-store.ts';

/**
 * Counts the try, lets the answer be looked at, and if nothing is thrown confirms the session, all in the transaction of
 * the answer. Returns when, and what looking at it gave. 429 after five wrong answers.
 */
export async function answerFactor<Found>(
  ctx: Context,
  { way, who }: { way: 'passkey' | 'totp' | 'recovery'; who: Answering },
  look: (tx: Db, now: Date) => Promise<Found>,
): Promise<{ at: Date; found: Found }> {
  const now = ctx.clock.now();
  const { sessionId, userId, companyId, ip } = who;
  const event = { at: now, userId, companyId, ip };
  await assertTriesLeft(ctx, who, now);
  try {
    return await ctx.db.inSystem(async (tx) => {
      const found = await look(tx, now);
      await forgetTries(tx, userId);
      await markFactorConfirmed(tx, { sessionId, now });
      await recordEvent(tx, { ...event, what: 'factor-confirmed', details: { way, sessionId } });
      return { at: now, found };
    });
  } catch (error) {
    if (error instanceof Refusal) {
      const details = { way, sessionId, reason: error.reason };
      await recordEvent(ctx.db.system, { ...event, what: 'factor-refused', details });
    }
    throw error;
  }
}

async function assertTriesLeft(ctx: Context, { userId }: Answering, now: Date): Promise<void> {
  const seconds = await takeFactorTry(ctx.db.system, { userId, now });
  if (seconds === 0) return;
  const minutes = Math.min(Math.ceil(seconds / 60), FACTOR_WAIT_SECONDS / 60);
  throw new Refusal(429, 'too-often', `Слишком много неверных попыток. Повторите через ${minutes} мин`, {
    retryAfterSeconds: seconds,
  });
}

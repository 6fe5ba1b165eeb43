import { FACTOR_DAY_TRIES } from '#contract/second-factor.ts';
import type { Db } from '../../../db/database.ts';
import { secondsUntilNextDay } from '../auth/factor-day.ts';
import { takeDeviceTry } from '../auth/take-device-try.ts';
import { takeSessionTry } from '../auth/take-session-try.ts';
import type { Answering } from './factor.ts';
import { takePersonTry } from './try-store.ts';

export interface TakenTry {
  /** 0 where the answer may be checked. */
  waitSeconds: number;
  /** The session may go on, and the day of new sessions may not. */
  isDayOver: boolean;
  /** The try counts to the day that the person's unknown devices share. */
  isPersons: boolean;
}

/**
 * Counts a try where it can't lock the owner out. Every answer counts to its session. A one-time password of a session that
 * has never shown the factor counts to a day as well: whoever holds the phone makes such sessions at will. Sessions and devices
 * that have shown it never wait for what others guess; keys and recovery codes can't be guessed, so they have no day
 * (decision 110 has the figures).
 */
export async function takeTry(
  db: Db,
  { way, who, now }: { way: 'passkey' | 'totp' | 'recovery'; who: Answering; now: Date },
): Promise<TakenTry> {
  const { sessionId, userId, isHalf, deviceHash } = who;
  const waitSeconds = await takeSessionTry(db, { sessionId, now });
  if (waitSeconds > 0 || way !== 'totp' || !isHalf)
    return { waitSeconds, isDayOver: false, isPersons: false };
  const onDevice = deviceHash && (await takeDeviceTry(db, { userId, tokenHash: deviceHash, now }));
  const { tries, since } = onDevice || (await takePersonTry(db, { userId, now }));
  const isDayOver = tries > FACTOR_DAY_TRIES;
  return {
    waitSeconds: isDayOver ? secondsUntilNextDay(since, now) : 0,
    isDayOver,
    isPersons: !onDevice,
  };
}

import { SMS_RESEND_SECONDS } from '#contract/limits.ts';
import type { CodeLimits } from '../../../config/safety-config.ts';
import type { Db } from '../../../db/database.ts';
import { Refusal, tooOften } from '../../../errors.ts';
import {
  countUnusedAtUsualPlace,
  findCapReached,
  lastWaitingCode,
  readUnusedOfUnknownDevice,
  type CodeRequest,
  type Caps,
  type Period,
} from './code-limit-store.ts';

const HOUR_SECONDS = 3600;
const DAY_SECONDS = 24 * HOUR_SECONDS;
/** One address may use at most this part of the codes that unknown devices may request for one phone in a day. */
const ADDRESS_SHARE = 4;
/** A place counts as an owner's usual one for this long. Sign-in codes are stored as long. */
const PLACE_SECONDS = 30 * DAY_SECONDS;

export interface Measure {
  limits: CodeLimits;
  now: Date;
}

/**
 * Refuses with 429 while a code of the same action is recent, or above the caps. An anonymous caller who knows a phone
 * is limited by address, by phone and by the total of all unknown devices. A device on which the owner has signed in
 * has limits of its own.
 */
export async function assertNotTooOften(db: Db, args: CodeRequest, { limits, now }: Measure): Promise<void> {
  const waiting = await lastWaitingCode(db, args, lately(now, SMS_RESEND_SECONDS));
  if (waiting) throw tooOften(secondsUntil(now, secondsLater(waiting, SMS_RESEND_SECONDS)));
  const capped = await findCapReached(db, args, lately(now, HOUR_SECONDS), hourly(args, limits));
  if (capped && !(await isLeftAtUsualPlace(db, args, { limits, now })))
    throw tooOften(secondsUntil(now, secondsLater(capped, HOUR_SECONDS)));
  if (isUnknownDevice(args)) await assertUnknownDeviceMayAsk(db, args, { limits, now });
}

async function assertUnknownDeviceMayAsk(db: Db, args: CodeRequest, { limits, now }: Measure): Promise<void> {
  const day = lately(now, DAY_SECONDS);
  const { count, lastAt } = await readUnusedOfUnknownDevice(db, args, day);
  const pause = pauseSeconds(count, limits.beforePause);
  const goesOn = lastAt && secondsLater(lastAt, pause);
  if (goesOn && pause > 0 && goesOn > now) throw tooOften(secondsUntil(now, goesOn));
  const capped = await findCapReached(db, args, day, daily(limits));
  if (capped && !(await isLeftAtUsualPlace(db, args, { limits, now })))
    throw tooOftenToday(secondsUntil(now, secondsLater(capped, DAY_SECONDS)));
}

/**
 * Adds an extra share where the phone's owner has signed in lately. Callers elsewhere cannot use it up, neither
 * with many addresses nor with the whole programme's daily limit. The owner's pauses stay.
 */
async function isLeftAtUsualPlace(db: Db, args: CodeRequest, { limits, now }: Measure): Promise<boolean> {
  if (!isUnknownDevice(args)) return false;
  const usedSince = secondsLater(now, -PLACE_SECONDS);
  const count = await countUnusedAtUsualPlace(db, args, { ...lately(now, DAY_SECONDS), usedSince });
  return count !== null && count < getAddressShare(limits);
}

function getAddressShare({ perDay }: CodeLimits): number {
  return Math.ceil(perDay.phone / ADDRESS_SHARE);
}

/** Returns true when half of what an unknown device may request is used. The caller then has to prove to be human. */
export async function isNearLimits(db: Db, args: CodeRequest, { limits, now }: Measure): Promise<boolean> {
  if (!isUnknownDevice(args)) return false;
  const day = lately(now, DAY_SECONDS);
  const { count } = await readUnusedOfUnknownDevice(db, args, day);
  if (count >= limits.beforePause) return true;
  const near = await findCapReached(db, args, day, halveCaps(daily(limits)));
  if (near) return true;
  const hour = lately(now, HOUR_SECONDS);
  return (await findCapReached(db, args, hour, halveCaps(hourly(args, limits)))) !== null;
}

function isUnknownDevice({ purpose, byKnownDevice }: CodeRequest): boolean {
  return purpose === 'sign-in' && !byKnownDevice;
}

function hourly(args: CodeRequest, { perHour }: CodeLimits): Caps {
  const isOwner = args.purpose === 'sign-in' && args.byKnownDevice;
  return isOwner ? { phone: perHour.phone } : perHour;
}

function daily(limits: CodeLimits): Caps {
  return { ...limits.perDay, pair: getAddressShare(limits), unused: true };
}

function halveCaps(caps: Caps): Caps {
  return Object.fromEntries(
    Object.entries(caps).map(([whose, max]) => [whose, typeof max === 'number' ? Math.ceil(max / 2) : max]),
  );
}

/** After the codes at the usual pause, each further unused code doubles the pause, up to an hour. */
function pauseSeconds(unused: number, beforePause: number): number {
  if (unused < beforePause) return 0;
  return Math.min(HOUR_SECONDS, SMS_RESEND_SECONDS * 2 ** Math.min(unused - beforePause + 1, 12));
}

/** The clocks of two processes differ a little. Codes from further ahead are of a clock that was set back since. */
function lately(now: Date, seconds: number): Period {
  return { since: secondsLater(now, -seconds), until: secondsLater(now, SMS_RESEND_SECONDS) };
}

function tooOftenToday(retryAfterSeconds: number): Refusal {
  const hours = Math.ceil(retryAfterSeconds / HOUR_SECONDS);
  const message = `Кодов для входа запрошено слишком много. Войдите с устройства или из сети, откуда уже входили, либо повторите через ${hours} ч`;
  return new Refusal(429, 'too-often', message, { retryAfterSeconds });
}

export function secondsLater(moment: Date, seconds: number): Date {
  return new Date(moment.getTime() + seconds * 1000);
}

function secondsUntil(now: Date, then: Date): number {
  return Math.max(1, Math.ceil((then.getTime() - now.getTime()) / 1000));
}

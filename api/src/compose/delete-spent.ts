import { REQUEST_KEY_DAYS } from '#contract/limits.ts';
import { recordEvent } from '../audit/record-event.ts';
import type { Context } from '../context.ts';
import { deleteOldInvitations } from '../modules/companies/colleagues/delete-old-invitations.ts';
import { deleteOldDayCounts } from '../http/delete-old-day-counts.ts';
import { deleteOldKeys } from '../http/delete-old-keys.ts';
import { deleteEndedSessions } from '../modules/people/auth/delete-ended-sessions.ts';
import { DEVICE_DAYS } from '../modules/people/auth/known-devices.ts';
import { deleteStaleTickets } from '../http/download-ticket.ts';
import { deleteOldLetters } from '../modules/people/letters/delete-old-letters.ts';
import { deleteOldDevices } from '../modules/people/auth/delete-old-devices.ts';
import { deleteOldSecuritySms } from '../modules/people/security-messages/delete-old-security-sms.ts';
import { deleteOldSignInCodes } from '../modules/people/sms-codes/delete-old-sign-in-codes.ts';

const DAY_MS = 24 * 3600 * 1000;
/** So long a stolen refresh token is recognised, and an answer to "who was signed in" can be found. */
const SESSION_DAYS = 90;
const SIGN_IN_CODE_DAYS = 30;
/** So long the links of a letter open something. */
const LETTER_DAYS = 365;

/**
 * Deletes what nobody can use any more (docs/operations.md, "What is kept for how long"), a batch at a time, each in a
 * transaction of its own: nobody waits for it, and one that is interrupted goes on the next night.
 */
export async function deleteSpent(ctx: Context): Promise<void> {
  const { system } = ctx.db;
  const daysAgo = (days: number) => new Date(ctx.clock.now().getTime() - days * DAY_MS);
  await deleteStaleTickets(system, daysAgo(0));
  const deleted = {
    keys: await deleteOldKeys(system, daysAgo(REQUEST_KEY_DAYS)),
    codes: await deleteOldSignInCodes(system, daysAgo(SIGN_IN_CODE_DAYS)),
    dayCounts: await deleteOldDayCounts(system, daysAgo(2)),
    letters: await deleteOldLetters(system, daysAgo(LETTER_DAYS)),
    securitySms: await deleteOldSecuritySms(system, daysAgo(LETTER_DAYS)),
    invitations: await deleteOldInvitations(system, daysAgo(LETTER_DAYS)),
    devices: await deleteOldDevices(system, daysAgo(DEVICE_DAYS)),
    sessions: await deleteEndedSessions(system, daysAgo(SESSION_DAYS)),
  };
  await recordEvent(system, { at: ctx.clock.now(), what: 'spent-deleted', after: deleted });
  ctx.log.info(deleted, 'what nobody can use any more was deleted');
}

import { KEPT_FOR_DAYS, type KeptForDaysOf } from '#contract/kept-data.ts';
import { recordEvent } from '../audit/record-event.ts';
import type { Context } from '../context.ts';
import type { Db } from '../db/database.ts';
import { deleteOldEvents } from '../modules/companies/events/delete-old-events.ts';
import { deleteOldSendings } from '../modules/office/mailings/delete-old-sendings.ts';
import { deleteOldDeliveries } from '../modules/companies/webhooks/delete-old-deliveries.ts';
import { deleteOldInvitations } from '../modules/companies/colleagues/delete-old-invitations.ts';
import { deleteOldKeyUses } from '../modules/companies/keys/delete-old-key-uses.ts';
import { deleteOldDayCounts } from '../http/delete-old-day-counts.ts';
import { deleteOldKeys } from '../http/delete-old-keys.ts';
import { blankOldAddresses } from '../modules/people/auth/blank-old-addresses.ts';
import { deleteOldLateReadings } from '../modules/fuel/sales/delete-old-late-readings.ts';
import { deleteEndedSessions } from '../modules/people/auth/delete-ended-sessions.ts';
import { deleteStaleTickets } from '../http/download-ticket.ts';
import { deleteOldPositions } from '../modules/fleet/telematics/delete-old-positions.ts';
import { deleteOldChannelTraces } from '../modules/people/channels/delete-old-channel-traces.ts';
import { deleteOldLetters } from '../modules/people/letters/delete-old-letters.ts';
import { deleteOldNotices } from '../modules/people/notices/delete-old-notices.ts';
import { deleteOldDevices } from '../modules/people/auth/delete-old-devices.ts';
import { deleteOldPhoneChanges } from '../modules/people/phone-changes/delete-old-phone-changes.ts';
import { deleteOldSecuritySms } from '../modules/people/security-messages/delete-old-security-sms.ts';
import { deleteOldSignInCodes } from '../modules/people/sms-codes/delete-old-sign-in-codes.ts';

const DAY_MS = 24 * 3600 * 1000;
/** A night's reading may be taken up again within its day. */
const LATE_READINGS_DAYS = 30;
/** A program that has been away for a quarter reads everything anew anyhow. */
const EVENTS_DAYS = 90;
const DELIVERIES_DAYS = 30;

/** How each thing of the list goes; returns how many went. Tickets go before the sessions that they point at. */
const DELETE: Record<KeptForDaysOf, (db: Db, before: Date) => Promise<number>> = {
  tickets: deleteStaleTickets,
  keys: deleteOldKeys,
  codes: deleteOldSignInCodes,
  dayCounts: deleteOldDayCounts,
  letters: deleteOldLetters,
  sendings: deleteOldSendings,
  channelTraces: deleteOldChannelTraces,
  securitySms: deleteOldSecuritySms,
  notices: deleteOldNotices,
  positions: deleteOldPositions,
  invitations: deleteOldInvitations,
  phoneChanges: deleteOldPhoneChanges,
  devices: deleteOldDevices,
  keyUses: deleteOldKeyUses,
  addresses: blankOldAddresses,
  sessions: deleteEndedSessions,
};

/**
 * Deletes what nobody can use any more, as `KEPT_FOR_DAYS` says, a batch at a time, each in a transaction of its own:
 * nobody waits for it, and one that is interrupted goes on the next night.
 */
export async function deleteSpent(ctx: Context): Promise<void> {
  const now = ctx.clock.now();
  const deleted: Partial<Record<KeptForDaysOf | 'lateReadings' | 'events' | 'deliveries', number>> = {};
  for (const what of Object.keys(DELETE) as KeptForDaysOf[]) {
    const before = new Date(now.getTime() - KEPT_FOR_DAYS[what].days * DAY_MS);
    deleted[what] = await DELETE[what](ctx.db.system, before);
  }
  // Nobody's data, so no part of the published list.
  const lateBefore = new Date(now.getTime() - LATE_READINGS_DAYS * DAY_MS);
  deleted.lateReadings = await deleteOldLateReadings(ctx.db.system, lateBefore);
  const eventsBefore = new Date(now.getTime() - EVENTS_DAYS * DAY_MS);
  deleted.events = await deleteOldEvents(ctx.db.system, eventsBefore);
  const deliveriesBefore = new Date(now.getTime() - DELIVERIES_DAYS * DAY_MS);
  deleted.deliveries = await deleteOldDeliveries(ctx.db.system, deliveriesBefore);
  await recordEvent(ctx.db.system, { at: now, what: 'spent-deleted', after: deleted });
  ctx.log.info(deleted, 'what nobody can use any more was deleted');
}

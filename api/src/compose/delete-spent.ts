import { RETENTION_PERIODS, type RetentionKey } from '#contract/backoffice/retention.ts';
import { recordEvent } from '../audit/record-event.ts';
import type { Context } from '../context.ts';
import type { Db } from '../db/database.ts';
import { deleteOldEvents } from '../modules/companies/events/events.ts';
import { deleteOldMailingDeliveries } from '../modules/insights/mailings/deliveries.ts';
import { deleteOldDeliveries } from '../modules/companies/webhooks/deliveries.ts';
import { deleteOldInvitations } from '../modules/companies/colleagues/invitations.ts';
import { deleteOldKeyUses } from '../modules/companies/keys/key-uses.ts';
import { deleteOldDayCounts } from '../http/requests/delete-old-day-counts.ts';
import { deleteOldKeys } from '../http/requests/delete-old-keys.ts';
import { blankOldAddresses } from '../modules/identity/auth/blank-old-addresses.ts';
import { deleteOldGuesses } from '../modules/fuel/authorisations/pump-guesses.ts';
import { deleteOldEarlySettlements } from '../modules/fuel/authorisations/early-settlements.ts';
import { deleteOldLateReadings } from '../modules/fuel/sales/feeds.ts';
import { deleteEndedSessions } from '../modules/identity/auth/sessions.ts';
import { deleteStaleTickets } from '../http/download-ticket.ts';
import { deleteOldPositions } from '../modules/fleet/telematics/positions.ts';
import { deleteOldChannelTraces } from '../modules/messaging/channels/linked-channels.ts';
import { deleteOldEmails } from '../modules/messaging/emails/stored-emails.ts';
import { deleteOldNotices } from '../modules/messaging/notices/own-notices.ts';
import { deleteOldDevices } from '../modules/identity/auth/known-devices.ts';
import { deleteOldPhoneChanges } from '../modules/identity/phone-changes/phone-changes.ts';
import { deleteOldSecuritySms } from '../modules/messaging/security-messages/security-sms.ts';
import { deleteOldSignInCodes } from '../modules/messaging/sms-codes/sms-codes.ts';

const DAY_MS = 24 * 3600 * 1000;
/** A night's reading may be taken up again within its day. */
const LATE_READINGS_DAYS = 30;
/** A program that has been away for a quarter reads everything again anyhow. */
const EVENTS_DAYS = 90;
const DELIVERIES_DAYS = 30;

/**
 * Functions that delete each item of the list and return how many rows went. Tickets go before the sessions that they
 * point at.
 */
const DELETE: Record<RetentionKey, (db: Db, before: Date) => Promise<number>> = {
  tickets: deleteStaleTickets,
  keys: deleteOldKeys,
  codes: deleteOldSignInCodes,
  dayCounts: deleteOldDayCounts,
  letters: deleteOldEmails,
  sendings: deleteOldMailingDeliveries,
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
 * Deletes data that is no longer usable, as `RETENTION_PERIODS` defines. Each batch has a transaction of its own, so no
 * other work waits for it, and an interrupted run continues the next night.
 */
export async function deleteSpent(ctx: Context): Promise<void> {
  const now = ctx.clock.now();
  const deleted: Partial<
    Record<RetentionKey | 'lateReadings' | 'earlySettlements' | 'guesses' | 'events' | 'deliveries', number>
  > = {};
  for (const what of Object.keys(DELETE) as RetentionKey[]) {
    const before = new Date(now.getTime() - RETENTION_PERIODS[what].days * DAY_MS);
    deleted[what] = await DELETE[what](ctx.db.system, before);
  }
  // This data belongs to no one, so it is no part of the published list.
  const lateBefore = new Date(now.getTime() - LATE_READINGS_DAYS * DAY_MS);
  deleted.lateReadings = await deleteOldLateReadings(ctx.db.system, lateBefore);
  deleted.guesses = await deleteOldGuesses(ctx.db.system, lateBefore);
  deleted.earlySettlements = await deleteOldEarlySettlements(ctx.db.system, lateBefore);
  const eventsBefore = new Date(now.getTime() - EVENTS_DAYS * DAY_MS);
  deleted.events = await deleteOldEvents(ctx.db.system, eventsBefore);
  const deliveriesBefore = new Date(now.getTime() - DELIVERIES_DAYS * DAY_MS);
  deleted.deliveries = await deleteOldDeliveries(ctx.db.system, deliveriesBefore);
  await recordEvent(ctx.db.system, { at: now, what: 'spent-deleted', after: deleted });
  ctx.log.info(deleted, 'what nobody can use any more was deleted');
}

import { recordEvent } from '../../../audit/record-event.ts';
import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/database.ts';
import { conflict, notFound } from '../../../errors.ts';
import { eraseInvitations } from '../../companies/colleagues/invitations.ts';
import { eraseChannels } from '../../messaging/channels/linked-channels.ts';
import { eraseSessionTraces } from '../../identity/auth/sessions.ts';
import { forgetDevices } from '../../identity/auth/known-devices.ts';
import { removeFactors } from '../../identity/factors/remove-factor.ts';
import { eraseEmails } from '../../messaging/emails/stored-emails.ts';
import { eraseNotices } from '../../messaging/notices/own-notices.ts';
import { erasePhoneChanges } from '../../identity/phone-changes/phone-changes.ts';
import { eraseSecuritySms } from '../../messaging/security-messages/security-sms.ts';
import { eraseSignInCodes } from '../../messaging/sms-codes/sms-codes.ts';
import { eraseUser } from '../../messaging/users/erase-user.ts';
import { eraseMailingsTo } from '../../insights/mailings/mailings.ts';
import { findErasureObstacle, type PersonToErase, lockPersonToErase, markErased } from './erasures.ts';

/**
 * Erases a person (152-ФЗ, article 21). The identifying data is deleted, and their actions stay without the name.
 * Evidence, documents, movements and the audit log are stored for five years by 402-ФЗ and the Tax Code.
 */
export async function erasePerson(
  ctx: Context,
  args: { userId: number; byUserId: number; reason: string; ip: string },
): Promise<Date> {
  const { userId, byUserId, reason, ip } = args;
  const now = ctx.clock.now();
  return ctx.db.inSystem(async (tx) => {
    const person = await lockPersonToErase(tx, userId);
    if (!person) throw notFound('Такого человека нет');
    const obstacle = findErasureObstacle(person);
    if (obstacle !== null) throw conflict(obstacle);
    // Ends the sessions too.
    await removeFactors(tx, { userId, byUserId, reason, ip, now });
    await eraseTraces(tx, person);
    await eraseUser(tx, { userId, now });
    await markErased(tx, { userId, by: byUserId, reason, now });
    await recordEvent(tx, {
      at: now,
      what: 'person-erased',
      userId: byUserId,
      companyId: person.companyId ?? undefined,
      ip,
      targets: [{ kind: 'user', id: userId }],
      details: { reason },
    });
    return now;
  });
}

async function eraseTraces(tx: Db, { id: userId, phone }: PersonToErase): Promise<void> {
  await eraseSessionTraces(tx, userId);
  await forgetDevices(tx, userId);
  await eraseEmails(tx, userId);
  await eraseMailingsTo(tx, userId);
  await eraseNotices(tx, userId);
  await eraseChannels(tx, userId);
  await eraseSecuritySms(tx, userId);
  await eraseSignInCodes(tx, phone);
  await erasePhoneChanges(tx, userId);
  await eraseInvitations(tx, { userId, phone });
}

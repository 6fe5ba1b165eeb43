import { recordEvent } from '../../../audit/record-event.ts';
import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/database.ts';
import { conflict, notFound } from '../../../errors.ts';
import { eraseInvitationsOf } from '../../companies/colleagues/erase-invitations-of.ts';
import { eraseChannelsOf } from '../../people/channels/erase-channels-of.ts';
import { eraseSessionsOf } from '../../people/auth/erase-sessions-of.ts';
import { forgetDevices } from '../../people/auth/forget-devices.ts';
import { removeFactors } from '../../people/factors/remove-factors.ts';
import { eraseLettersOf } from '../../people/letters/erase-letters-of.ts';
import { eraseNoticesOf } from '../../people/notices/erase-notices-of.ts';
import { erasePhoneChangesOf } from '../../people/phone-changes/erase-phone-changes-of.ts';
import { eraseSecuritySmsOf } from '../../people/security-messages/erase-security-sms-of.ts';
import { eraseSignInCodesOf } from '../../people/sms-codes/erase-sign-in-codes-of.ts';
import { eraseUser } from '../../people/users/erase-user.ts';
import { eraseMailingsTo } from '../mailings/erase-mailings-to.ts';
import { obstacleTo, type PersonToErase } from './erasure.ts';
import { lockPersonToErase, markErased } from './erasure-store.ts';

/**
 * Erases a person (152-ФЗ, article 21): what identifies him goes, and what he did stays without his name. Evidence,
 * documents, movements and the audit log are kept for five years by 402-ФЗ and the Tax Code.
 */
export async function erasePerson(
  ctx: Context,
  asked: { userId: number; byUserId: number; reason: string; ip: string },
): Promise<Date> {
  const { userId, byUserId, reason, ip } = asked;
  const now = ctx.clock.now();
  return ctx.db.inSystem(async (tx) => {
    const person = await lockPersonToErase(tx, userId);
    if (!person) throw notFound('Такого человека нет');
    const obstacle = obstacleTo(person);
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
  await eraseSessionsOf(tx, userId);
  await forgetDevices(tx, userId);
  await eraseLettersOf(tx, userId);
  await eraseMailingsTo(tx, userId);
  await eraseNoticesOf(tx, userId);
  await eraseChannelsOf(tx, userId);
  await eraseSecuritySmsOf(tx, userId);
  await eraseSignInCodesOf(tx, phone);
  await erasePhoneChangesOf(tx, userId);
  await eraseInvitationsOf(tx, { userId, phone });
}

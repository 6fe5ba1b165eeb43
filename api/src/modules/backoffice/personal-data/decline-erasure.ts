import { recordEvent } from '../../../audit/record-event.ts';
import type { Context } from '../../../context.ts';
import { conflict, notFound } from '../../../errors.ts';
import { findWaitingApproval } from '../../identity/approvals/approvals.ts';
import { writeEmail } from '../../messaging/emails/email-writing.ts';
import { notifyBySms } from '../../messaging/security-messages/notify-by-sms.ts';
import { lockPersonToErase, markDeclined } from './erasures.ts';

/**
 * Declines a person's request to be erased (152-ФЗ, article 20, part 2). The person reads the reason on their own page
 * and in an email, an SMS notifies them of it, and they can ask again. Refuses: 404 no such request, 409 their erasure
 * is proposed and waits for a second person.
 */
export async function declineErasure(
  ctx: Context,
  args: { userId: number; byUserId: number; reason: string; ip: string },
): Promise<Date> {
  const { userId, byUserId, reason, ip } = args;
  const now = ctx.clock.now();
  await ctx.db.inSystem(async (tx) => {
    const person = await lockPersonToErase(tx, userId);
    if (!person) throw notFound('Такого человека нет');
    if (await findWaitingApproval(tx, { action: 'erasePerson', params: { id: userId }, now }))
      throw conflict('Удаление уже предложено: сначала отклоните его в «Решениях вдвоём»');
    const id = await markDeclined(tx, { userId, by: byUserId, reason, now });
    if (id === null) throw notFound('Просьбы об удалении нет');
    const about = `erasure:${id}`;
    await writeEmail(tx, {
      kind: 'erasure-declined',
      userId,
      companyId: null,
      facts: { reason },
      about,
      now,
    });
    await notifyBySms(ctx, tx, {
      userId,
      phone: person.phone,
      what: 'erasure-declined',
      words: SMS_TEXT,
      about,
      now,
    });
    await recordEvent(tx, {
      at: now,
      what: 'erasure-declined',
      userId: byUserId,
      companyId: person.companyId ?? undefined,
      ip,
      targets: [{ kind: 'user', id: userId }],
      details: { reason },
    });
  });
  return now;
}

/** The SMS has no reason, because anyone who has the phone can read it. */
const SMS_TEXT = 'просьба удалить ваши данные отклонена. Причина написана в кабинете, раздел «Мои данные»';

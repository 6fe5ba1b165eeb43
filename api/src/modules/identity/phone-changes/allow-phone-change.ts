import { PHONE_CHANGE_HOURS, type allowPhoneChange as allowCall } from '#contract/identity/phone-changes.ts';
import { formatPhone, maskPhone } from '#contract/values/phone.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/database.ts';
import { conflict, notFound } from '../../../errors.ts';
import { enqueueJob } from '../../../queue/enqueue-job.ts';
import type { TwoPeopleRule } from '../approvals/approvals.ts';
import { notifyOfAccessChange } from '../../messaging/notices/security-notices.ts';
import { findChange, isTaken, lockChange, markAllowed, type PhoneChange } from './phone-changes.ts';
import type { Call } from '../../../http/call.ts';

export const TAKEN = 'По новому номеру уже входит другой человек';

/** Another phone in place of a lost one: always by two people. */
export const proposePhoneChange: TwoPeopleRule = async (ctx, call) => {
  const { params, body } = call as unknown as Call<typeof allowCall>;
  const change = await requireRequested(ctx.db.system, await findChange(ctx.db.system, params.id));
  const { firstname, lastname, company } = change.person;
  return {
    title: 'Другой телефон для входа',
    ...(company && { companyId: company.id }),
    details: [
      { title: 'Кто', value: [firstname, lastname].filter(Boolean).join(' ') || 'без имени' },
      { title: 'Сейчас', value: formatPhone(change.oldPhone) },
      { title: 'Станет', value: formatPhone(change.newPhone) },
      { title: 'Как проверено', value: body.reason },
    ],
  };
};

/** Starts the day after which the new phone signs in. Notifies the old phone and all admins of the company. */
export async function allowPhoneChange(
  ctx: Context,
  args: { id: number; reason: string; userId: number; ip: string },
): Promise<PhoneChange> {
  const { id, reason, userId, ip } = args;
  const now = ctx.clock.now();
  const effectiveAt = new Date(now.getTime() + PHONE_CHANGE_HOURS * 3_600_000);
  return ctx.db.inSystem(async (tx) => {
    const change = await requireRequested(tx, await lockChange(tx, id));
    await markAllowed(tx, { id, by: userId, reason, effectiveAt });
    const { companyId } = change;
    await notifyOfAccessChange(ctx, tx, {
      userId: change.userId,
      companyId,
      what: {
        event: 'phone-change-allowed',
        to: maskPhone(change.newPhone),
        at: effectiveAt.toISOString(),
      },
      about: String(id),
      now,
    });
    await enqueueJob(tx, 'change-phone', { changeId: id }, { key: `change-phone:${id}`, runAt: effectiveAt });
    await recordEvent(tx, {
      at: now,
      what: 'phone-change-allowed',
      userId,
      companyId: companyId ?? undefined,
      ip,
      targets: [
        { kind: 'phone-change', id },
        { kind: 'user', id: change.userId },
      ],
      details: { reason },
    });
    return (await findChange(tx, id)) as PhoneChange;
  });
}

async function requireRequested(db: Db, change: PhoneChange | null): Promise<PhoneChange> {
  if (!change) throw notFound('Заявка не найдена');
  if (change.state !== 'asked') throw conflict('По этой заявке уже есть решение');
  if (await isTaken(db, change.newPhone)) throw conflict(TAKEN);
  return change;
}

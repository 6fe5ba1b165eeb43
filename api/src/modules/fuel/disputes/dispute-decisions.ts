import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import type { acceptDispute as acceptDisputeCall } from '#contract/fuel/disputes.ts';
import { DISPUTE_KIND_TITLE } from '#contract/fuel/disputes.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/database.ts';
import { conflict, fieldRefusal, notFound } from '../../../errors.ts';
import type { Call } from '../../../http/call.ts';
import { doOnce, type RequestKey } from '../../../http/request-key.ts';
import { formatRubles } from '../../../lib/money-format.ts';
import type { TwoPeopleRule } from '../../identity/approvals/approvals.ts';
import { notify } from '../../messaging/notices/notify.ts';
import { bookCorrection } from '../../money/corrections/book-correction.ts';
import { holdDisputedMoney } from './disputed-money.ts';
import { findDispute, markSent, setDisputeHeld, type Dispute } from './disputes.ts';
import { ENDED, endWithMoney, lockOpen, NO_DISPUTE } from './unfinished-disputes.ts';

interface StaffAuthor {
  userId: number;
  ip: string;
}

/** Records that networks were asked about open disputes. Returns how many are new. */
export function sendDisputes(
  ctx: Context,
  { ids, userId, ip }: StaffAuthor & { ids: readonly number[] },
): Promise<number> {
  return ctx.db.inSystem(async (tx) => {
    const now = ctx.clock.now();
    const sent = await markSent(tx, { ids, now });
    for (const { id, companyId } of sent)
      await recordEvent(tx, {
        at: now,
        what: 'dispute-sent',
        userId,
        companyId,
        ip,
        details: { disputeId: id },
      });
    return sent.length;
  });
}

/**
 * Puts the operator's money on hold until a dispute ends. Refuses: 404, 409 one that has ended or has money on hold, `sum`
 * above what is not returned yet.
 */
export async function holdDispute(
  ctx: Context,
  input: StaffAuthor & { id: number; sum: Kopecks; requestKey: RequestKey | null },
): Promise<void> {
  const { id, sum, userId, ip } = input;
  const { company } = await requireDispute(ctx.db.system, id);
  await ctx.db.inSystem((tx) =>
    doOnce(tx, input.requestKey, ctx.clock.now(), async () => {
      const { held } = await lockOpen(ctx, tx, { id, companyId: company.id });
      if (held !== null) throw conflict(`По спору уже отложено ${formatRubles(held)}`);
      await checkReturn(tx, input);
      const now = ctx.clock.now();
      await holdDisputedMoney(tx, now, { id, companyId: company.id, sum });
      await setDisputeHeld(tx, { id, sum });
      await recordEvent(tx, {
        at: now,
        what: 'dispute-held',
        userId,
        companyId: company.id,
        ip,
        details: { disputeId: id, sumKopecks: sum },
      });
      return { id };
    }),
  );
}

/** Declines an open dispute with the network's answer, and frees its money on hold. Refuses: 404, 409. */
export async function declineDispute(
  ctx: Context,
  { id, answer, userId, ip }: StaffAuthor & { id: number; answer: string },
): Promise<void> {
  const { company, operation } = await requireDispute(ctx.db.system, id);
  const companyId = company.id;
  await ctx.db.inSystem(async (tx) => {
    const locked = await lockOpen(ctx, tx, { id, companyId });
    const now = ctx.clock.now();
    await endWithMoney(tx, locked, { state: 'declined', answer, userId, now });
    await recordEvent(tx, {
      at: now,
      what: 'dispute-declined',
      userId,
      companyId,
      ip,
      details: { disputeId: id, answer },
    });
    await notify(tx, {
      kind: 'dispute-answered',
      companyId,
      facts: { disputeId: id, sumKopecks: kopecks(operation.sum), answer },
      about: `dispute:${id}`,
      now,
    });
  });
}

export interface Acceptance extends StaffAuthor {
  id: number;
  sum: Kopecks;
  answer: string;
  confirmedBy: number | null;
  requestKey: RequestKey | null;
}

/**
 * Gives the money of a dispute back by a correction of the balance, when two members have agreed, frees what is on hold for
 * it and ends it in the same transaction. Refuses: 404, 409, `sum` above what is not returned yet.
 */
export async function acceptDispute(ctx: Context, input: Acceptance): Promise<void> {
  const { id, sum, answer, userId, confirmedBy, ip } = input;
  const { company } = await checkReturn(ctx.db.system, input);
  await ctx.db.inSystem((tx) =>
    doOnce(tx, input.requestKey, ctx.clock.now(), async () => {
      const locked = await lockOpen(ctx, tx, { id, companyId: company.id });
      await checkReturn(tx, input);
      const now = ctx.clock.now();
      const correctionId = await bookCorrection(tx, now, {
        companyId: company.id,
        kind: 'compensation',
        direction: 'to-client',
        sum,
        documentId: null,
        reversesId: null,
        note: `спор № ${id}: ${answer}`,
        proposedBy: userId,
        confirmedBy,
        ip,
      });
      await endWithMoney(tx, locked, { state: 'accepted', answer, refund: sum, correctionId, userId, now });
      return { id };
    }),
  );
}

/** A dispute has no document of a bank or of a network behind it, so its refund always takes two people. */
export const proposeDisputeRefund: TwoPeopleRule = async (ctx, call) => {
  const { params, body } = call as unknown as Call<typeof acceptDisputeCall>;
  const { company, operation, kind } = await checkReturn(ctx.db.system, { id: params.id, sum: body.sum });
  return {
    title: 'Вернуть деньги по спору',
    companyId: company.id,
    details: [
      { title: 'Спор', value: `№ ${params.id}: ${DISPUTE_KIND_TITLE[kind]}` },
      { title: 'Покупка', value: `№ ${operation.id} на ${formatRubles(operation.sum)}` },
      { title: 'Вернуть', value: formatRubles(body.sum) },
      { title: 'Ответ клиенту', value: body.answer },
    ],
  };
};

/** Checks that so much of the purchase can still be given back. */
async function checkReturn(db: Db, { id, sum }: { id: number; sum: Kopecks }): Promise<Dispute> {
  const dispute = await requireDispute(db, id);
  if (dispute.endedAt) throw conflict(ENDED);
  const { operation } = dispute;
  const max = kopecks(operation.sum - operation.returned);
  if (max <= 0) throw conflict(`Деньги за эту покупку уже возвращены: ${formatRubles(operation.sum)}`);
  if (sum > max) throw fieldRefusal('sum', `Можно вернуть не больше ${formatRubles(max)}`);
  return dispute;
}

async function requireDispute(db: Db, id: number): Promise<Dispute> {
  const dispute = await findDispute(db, id, 'any');
  if (!dispute) throw notFound(NO_DISPUTE);
  return dispute;
}

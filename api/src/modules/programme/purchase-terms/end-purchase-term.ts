import { recordEvent } from '../../../audit/record-event.ts';
import type { Context } from '../../../context.ts';
import { conflict, fieldRefusal, notFound } from '../../../errors.ts';
import { moscowDay } from '../../../lib/money-format.ts';
import type { PurchaseTermRecord } from './purchase-term.ts';
import { findPurchaseTerm, insertPurchaseTermEnd } from './purchase-terms.ts';

/**
 * Sets the last day of a purchase term, today by default. A day before the first day withdraws the term. Refuses: 404
 * no such term; 409 it has an end already; 400 a day later than its own last day.
 */
export async function endPurchaseTerm(
  ctx: Context,
  input: { termId: number; lastDay: string | undefined; reason: string; staffId: number; ip: string },
): Promise<PurchaseTermRecord> {
  const { termId, reason, staffId, ip } = input;
  return ctx.db.inSystem(async (tx) => {
    const now = ctx.clock.now();
    const term = await findPurchaseTerm(tx, termId);
    if (!term) throw notFound('Условие закупки не найдено');
    const lastDay = readLastDay(term, input.lastDay ?? moscowDay(now));
    if (!(await insertPurchaseTermEnd(tx, { termId, lastDay, reason, staffId, now })))
      throw conflict('Условие уже завершено');
    await recordEvent(tx, {
      at: now,
      what: 'purchase-term-ended',
      userId: staffId,
      ip,
      targets: [{ kind: 'purchase-term', id: termId }],
      before: { lastDay: term.lastDay },
      after: { lastDay },
      details: { reason },
    });
    return (await findPurchaseTerm(tx, termId)) as PurchaseTermRecord;
  });
}

function readLastDay(term: PurchaseTermRecord, lastDay: string): string {
  if (term.ended) throw conflict('Условие уже завершено');
  if (term.lastDay !== null && lastDay > term.lastDay)
    throw fieldRefusal('last_day', 'Условие заканчивается раньше: продлить его нельзя, введите новое');
  return lastDay < term.firstDay ? moscowDay(new Date(term.firstDay), -1) : lastDay;
}

import type { Context } from '../../../context.ts';
import { fieldRefusal } from '../../../errors.ts';
import { moscowDay } from '../../../lib/money-format.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import { listPartners } from '../../programme/partners/partners.ts';
import {
  insertStockChange,
  lockCardLogistics,
  updateCardLogistics,
  type CardLogistics,
} from './card-stock.ts';

interface StaffMember {
  userId: number;
  ip: string;
}

/**
 * Records a batch of blank cards, or that some are written off (a negative count). Refuses: `partner_id` unknown, `day`
 * ahead.
 */
export async function changeStock(
  ctx: Context,
  input: StaffMember & { partnerId: number; count: number; day: string; note: string },
): Promise<void> {
  const { partnerId, count, day, note, userId, ip } = input;
  const now = ctx.clock.now();
  if (day > moscowDay(now)) throw fieldRefusal('day', 'Этот день ещё не наступил');
  const partners = await listPartners(ctx.db.system);
  if (!partners.some(({ id }) => id === partnerId)) throw fieldRefusal('partner_id', 'Такой сети нет');
  await ctx.db.inSystem(async (tx) => {
    await insertStockChange(tx, { partnerId, count, day, note, userId, now });
    await recordEvent(tx, {
      at: now,
      what: 'card-stock-changed',
      userId,
      ip,
      targets: [{ kind: 'partner', id: partnerId }],
      after: { partnerId, count, day, note },
    });
  });
}

/** Changes how cards are handed over. It counts for cards that are issued from now on. */
export async function changeCardLogistics(ctx: Context, input: StaffMember & CardLogistics): Promise<void> {
  const { activatesOnReceipt, lowBelow, userId, ip } = input;
  await ctx.db.inSystem(async (tx) => {
    const before = await lockCardLogistics(tx);
    const after = { activatesOnReceipt, lowBelow };
    await updateCardLogistics(tx, after);
    await recordEvent(tx, {
      at: ctx.clock.now(),
      what: 'card-logistics-changed',
      userId,
      ip,
      before: { ...before },
      after,
    });
  });
}

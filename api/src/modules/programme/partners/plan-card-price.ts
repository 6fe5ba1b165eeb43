import type { Kopecks } from '#contract/kopecks.ts';
import type { Context } from '../../../context.ts';
import { fieldRefusal, notFound } from '../../../errors.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import { moscowDay } from '../../../lib/money-format.ts';
import { insertCardPrice, isPartner, listCardPriceRecords, type CardPrice } from './card-price-store.ts';

/**
 * A price of a network's card from a day to come: orders of that day and after it cost it, those of before keep theirs.
 * A later word for the same day replaces it. Refuses: 404 no such network; 400 a day that is not to come.
 */
export async function planCardPrice(
  ctx: Context,
  said: { partnerId: number; price: Kopecks; firstDay: string; staffId: number; ip: string },
): Promise<CardPrice> {
  const { partnerId, price, firstDay, staffId, ip } = said;
  return ctx.db.inSystem(async (tx) => {
    const now = ctx.clock.now();
    if (!(await isPartner(tx, partnerId))) throw notFound('Сеть не найдена');
    if (firstDay <= moscowDay(now))
      throw fieldRefusal('first_day', 'Цена начинается не раньше завтрашнего дня');
    const id = await insertCardPrice(tx, { partnerId, price, firstDay, now, staffId });
    await recordEvent(tx, {
      at: now,
      what: 'card-price-planned',
      userId: staffId,
      ip,
      targets: [{ kind: 'partner', id: partnerId }],
      after: { priceKopecks: price, firstDay },
    });
    const known = await listCardPriceRecords(tx, moscowDay(now));
    return known.find((one) => one.id === id) as CardPrice;
  });
}

import type { Kopecks } from '#contract/kopecks.ts';
import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import { moscowDay } from '../../../lib/money-format.ts';
import { insertCardPrice } from './card-price-store.ts';
import { listPricedPartners } from './list-priced-partners.ts';
import type { PartnerRecord } from './partner.ts';
import { changePartner } from './partner-store.ts';

/** Connects a network, or sets the price of its card at once; a price that is planned for a later day still comes. */
export async function updatePartner(
  ctx: Context,
  said: { id: number; active?: boolean; cardPrice?: Kopecks; staffId: number },
): Promise<PartnerRecord> {
  return ctx.db.inSystem(async (tx) => {
    const now = ctx.clock.now();
    const firstDay = moscowDay(now);
    if (!(await changePartner(tx, said))) throw notFound('Сеть не найдена');
    const { id: partnerId, cardPrice: price, staffId } = said;
    if (price !== undefined) await insertCardPrice(tx, { partnerId, price, firstDay, now, staffId });
    const partners = await listPricedPartners(tx, firstDay);
    return partners.find(({ id }) => id === said.id) as PartnerRecord;
  });
}

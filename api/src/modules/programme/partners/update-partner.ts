import type { Kopecks } from '#contract/kopecks.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import type { Context } from '../../../context.ts';
import { badRequest, notFound } from '../../../errors.ts';
import { moscowDay } from '../../../lib/money-format.ts';
import { insertCardPrice } from './card-prices.ts';
import { NOT_CONFIGURED, listPricedPartners, type PartnerRecord, changePartner } from './partners.ts';

const UNREACHABLE = `Сеть не включить: ${NOT_CONFIGURED}`;

/** Connects a network, or sets the price of its card at once; a price that is planned for a later day still comes. */
export async function updatePartner(
  ctx: Context,
  input: { id: number; active?: boolean; cardPrice?: Kopecks; staffId: number; ip: string },
): Promise<PartnerRecord> {
  return ctx.db.inSystem(async (tx) => {
    const now = ctx.clock.now();
    const firstDay = moscowDay(now);
    const findPartner = async () =>
      (await listPricedPartners(tx, firstDay)).find(({ id }) => id === input.id);
    const before = await findPartner();
    if (input.active && before && !ctx.networkIds().includes(input.id)) throw badRequest(UNREACHABLE);
    if (!(await changePartner(tx, input)) || !before) throw notFound('Сеть не найдена');
    const { id: partnerId, cardPrice: price, staffId } = input;
    if (price !== undefined) await insertCardPrice(tx, { partnerId, price, firstDay, now, staffId });
    const after = (await findPartner()) as PartnerRecord;
    await recordEvent(tx, {
      at: now,
      what: 'partner-changed',
      userId: staffId,
      ip: input.ip,
      targets: [{ kind: 'partner', id: partnerId }],
      before: { active: before.active, cardPrice: before.cardPrice },
      after: { active: after.active, cardPrice: after.cardPrice },
    });
    return after;
  });
}

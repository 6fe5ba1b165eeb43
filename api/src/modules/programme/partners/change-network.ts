import { recordEvent } from '../../../audit/record-event.ts';
import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import { moscowDay } from '../../../lib/money-format.ts';
import type { SaidNetwork } from './add-network.ts';
import { lockNetworks, renamePartner, updateAddedNetwork } from './added-network-store.ts';
import { assertNetwork } from './assert-network.ts';
import { listAddedNetworks } from './list-added-networks.ts';
import { listPricedPartners } from './list-priced-partners.ts';
import type { PartnerRecord } from './partner.ts';

/**
 * Changes what is set of an added network. What speaks to it stays: its commands under way are answered by the same one.
 * Refuses as `assertNetwork`; 404 a network that staff have not added.
 */
export async function changeNetwork(
  ctx: Context,
  said: { id: number; network: Omit<SaidNetwork, 'adapter'>; staffId: number; ip: string },
): Promise<PartnerRecord> {
  const now = ctx.clock.now();
  await ctx.db.inSystem(async (tx) => {
    await lockNetworks(tx);
    const before = (await listAddedNetworks(tx)).find(({ partnerId }) => partnerId === said.id);
    if (!before) throw notFound('Сеть не найдена');
    const network = { ...said.network, adapter: before.adapter };
    const { title, ...set } = network;
    await assertNetwork(ctx, tx, { network: set, partnerId: said.id, title });
    const named = (await listPricedPartners(tx, moscowDay(now))).find(({ id }) => id === said.id);
    await renamePartner(tx, said.id, title);
    await updateAddedNetwork(tx, { ...set, partnerId: said.id });
    await recordEvent(tx, {
      at: now,
      what: 'network-changed',
      userId: said.staffId,
      ip: said.ip,
      targets: [{ kind: 'partner', id: said.id }],
      before: { ...before, title: named?.title ?? '' },
      after: { ...set, title },
    });
  });
  await ctx.rereadNetworks();
  const partners = await listPricedPartners(ctx.db.system, moscowDay(now));
  return partners.find((one) => one.id === said.id) as PartnerRecord;
}

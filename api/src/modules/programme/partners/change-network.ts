import { recordEvent } from '../../../audit/record-event.ts';
import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import { moscowDay } from '../../../lib/money-format.ts';
import type { NetworkInput } from './add-network.ts';
import { lockNetworks, renamePartner, updateAddedNetwork, listAddedNetworks } from './added-networks.ts';
import { assertNetwork } from './assert-network.ts';
import { listPricedPartners, type PartnerRecord } from './partners.ts';

/**
 * Changes what is set of an added network. The adapter stays, because it answers the commands under way.
 * Refuses as `assertNetwork`; 404 a network that staff have not added.
 */
export async function changeNetwork(
  ctx: Context,
  input: { id: number; network: Omit<NetworkInput, 'adapter'>; staffId: number; ip: string },
): Promise<PartnerRecord> {
  const now = ctx.clock.now();
  await ctx.db.inSystem(async (tx) => {
    await lockNetworks(tx);
    const before = (await listAddedNetworks(tx)).find(({ partnerId }) => partnerId === input.id);
    if (!before) throw notFound('Сеть не найдена');
    const network = { ...input.network, adapter: before.adapter };
    const { title, ...set } = network;
    await assertNetwork(ctx, tx, { network: set, partnerId: input.id, title });
    const named = (await listPricedPartners(tx, moscowDay(now))).find(({ id }) => id === input.id);
    await renamePartner(tx, input.id, title);
    await updateAddedNetwork(tx, { ...set, partnerId: input.id });
    await recordEvent(tx, {
      at: now,
      what: 'network-changed',
      userId: input.staffId,
      ip: input.ip,
      targets: [{ kind: 'partner', id: input.id }],
      before: { ...before, title: named?.title ?? '' },
      after: { ...set, title },
    });
  });
  await ctx.rereadNetworks();
  const partners = await listPricedPartners(ctx.db.system, moscowDay(now));
  return partners.find((partner) => partner.id === input.id) as PartnerRecord;
}

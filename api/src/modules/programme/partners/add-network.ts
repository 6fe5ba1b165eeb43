import { PARTNER_ID_MAX } from '#contract/ids.ts';
import type { Kopecks } from '#contract/kopecks.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import type { Context } from '../../../context.ts';
import { conflict, fieldRefusal } from '../../../errors.ts';
import type { AddedNetwork } from '../../../gateways/fuel-network/added-network.ts';
import { doOnce, repeatable, type RequestKey } from '../../../http/request-key.ts';
import { moscowDay } from '../../../lib/money-format.ts';
import { insertAddedNetwork, isKeyTaken, lockNetworks, nextPartnerId } from './added-networks.ts';
import { assertNetwork } from './assert-network.ts';
import { insertMissingPartners, listPricedPartners, type PartnerRecord } from './partners.ts';

export interface NetworkInput extends Omit<AddedNetwork, 'partnerId'> {
  title: string;
}

/**
 * Adds a network, switched off. Its cards cannot be ordered before staff have seen an answer of the network.
 * Companies get their accounts with it together with their first cards. Refuses as `assertNetwork`; `key` that is
 * taken; 409 too many networks.
 */
export async function addNetwork(
  ctx: Context,
  input: {
    key: string;
    cardPrice: Kopecks;
    network: NetworkInput;
    staffId: number;
    ip: string;
    requestKey: RequestKey | null;
  },
): Promise<PartnerRecord> {
  const { key, cardPrice, network, staffId, ip } = input;
  const now = ctx.clock.now();
  const id = await repeatable(ctx, input.requestKey, () =>
    ctx.db.inSystem((tx) =>
      doOnce(tx, input.requestKey, now, async () => {
        await lockNetworks(tx);
        if (await isKeyTaken(tx, key)) throw fieldRefusal('key', 'Такой код уже есть у другой сети');
        await assertNetwork(ctx, tx, { network, partnerId: null, title: network.title });
        const partnerId = await nextPartnerId(tx);
        if (partnerId > PARTNER_ID_MAX) throw conflict(`Сетей может быть не больше ${PARTNER_ID_MAX}`);
        const { title } = network;
        await insertMissingPartners(tx, [
          { id: partnerId, key, title, active: false, cardPriceKopecks: cardPrice },
        ]);
        await insertAddedNetwork(tx, { ...network, partnerId }, { staffId, now });
        await recordEvent(tx, {
          at: now,
          what: 'network-added',
          userId: staffId,
          ip,
          targets: [{ kind: 'partner', id: partnerId }],
          after: { key, cardPrice, ...network },
        });
        return partnerId;
      }),
    ),
  );
  await ctx.rereadNetworks();
  const partners = await listPricedPartners(ctx.db.system, moscowDay(now));
  return partners.find((partner) => partner.id === id) as PartnerRecord;
}

import type { EndpointData } from '#contract/endpoint.ts';
import type { PartnerId } from '#contract/ids.ts';
import { toRubles } from '#contract/kopecks.ts';
import type { listStaffPartners as listStaffPartnersCall } from '#contract/programme/staff-programme.ts';
import type { Context } from '../../../context.ts';
import { listNetworkHealth } from '../../cards/commands/network-health.ts';
import { listPartners } from '../../programme/partners/partners.ts';
import { missingKeysOfAdded } from '../../../config/network-config.ts';
import { listReadings } from '../sales/feeds.ts';

/** The networks as their staff see them: what is set, what each can do, and how it answers this process. */
export async function listStaffPartners(ctx: Context): Promise<EndpointData<typeof listStaffPartnersCall>> {
  const db = ctx.db.system;
  const [partners, health, readings] = [
    await listPartners(db),
    await listNetworkHealth(ctx),
    await listReadings(db),
  ];
  return partners.map(({ id, key, title, active, cardPrice }) => {
    const known = health.find((networkHealth) => networkHealth.partnerId === id);
    return {
      id,
      key,
      title,
      active: active && known !== undefined,
      card_price: toRubles(cardPrice),
      connected: known !== undefined,
      limits: known ? [...ctx.getNetwork(id).limitPeriods] : [],
      added: presentAdded(ctx, id),
      answers: known
        ? { ok: known.state === 'closed', since: known.since.toISOString(), waiting: known.waiting }
        : null,
      read_at: readings.get(id)?.toISOString() ?? null,
    };
  });
}

type Added = EndpointData<typeof listStaffPartnersCall>[number]['added'];

function presentAdded({ addedNetwork, config }: Context, partnerId: PartnerId): Added {
  const added = addedNetwork(partnerId);
  if (!added) return null;
  return {
    adapter: added.adapter,
    address: added.address,
    settings: added.settings,
    missing: missingKeysOfAdded(config.networkKeys, added),
    colour: added.colour,
    brands: [...added.brands],
    goods: [...added.goodsIds],
    limit_periods: [...added.limitPeriods],
    chooses_goods: added.choosesGoods,
    blocks_cards: added.blocksCards,
  };
}

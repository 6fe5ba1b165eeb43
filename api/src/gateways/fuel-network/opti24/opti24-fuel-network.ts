import { CARD_STATUS, LIMIT_PERIODS } from '#contract/ids.ts';
import type { FuelNetwork, NetworkCardState } from '../fuel-network.ts';
import { DATED_FEED_OVERLAP, readDatedFeed } from '../read-dated-feed.ts';
import { sendOnce } from '../send-once.ts';
import { callOpti24, type Opti24Caller } from './opti24-caller.ts';
import { findWallet, listOpti24Cards, readOpti24Named, readOpti24Page } from './opti24-cards.ts';
import { opti24Driver } from './opti24-driver.ts';
import { getAllowedGoods, readRestrictions } from './opti24-goods.ts';
import { toLimit, readOpti24Limits } from './opti24-limits.ts';
import { opti24Products, type Opti24Products } from './opti24-products.ts';
import { readOpti24Sales } from './opti24-sales.ts';
import type { NetworkConfig, NetworkSetting } from '../network-setting.ts';

/** Газпромнефть ОПТИ 24 by its documented interface (docs/facts.md 8, docs/decisions/0015). */
export function opti24FuelNetwork(
  config: Extract<NetworkConfig, { provider: 'opti24' }>,
  { partnerId, journal, clock, timeLimitMs, report: reportUnreadable }: NetworkSetting,
): FuelNetwork {
  const caller = callOpti24({ ...config, clock, timeLimitMs, report: reportUnreadable });
  const products = opti24Products(caller);
  const driver = opti24Driver(caller, { products, office: config.office });
  return {
    partnerId,
    limitPeriods: LIMIT_PERIODS,
    ...sendOnce(driver, { journal, clock }),
    feedOverlap: DATED_FEED_OVERLAP,
    feedByDate: true,
    events: (after) => readDatedFeed(clock, after, (from, to) => readOpti24Sales(caller, from, to)),
    cardStates: async () => readStates(caller, await products()),
    cardPage: (place) => readOpti24Page(caller, place),
    cardsAtOnce: 50,
    cardsNamed: (numbers) => readOpti24Named(caller, numbers),
  };
}

/** Balances are read card by card; limits and goods for all cards at once. */
async function readStates(caller: Opti24Caller, products: Opti24Products): Promise<NetworkCardState[]> {
  const { readable: cards } = await listOpti24Cards(caller);
  const { readable: limits } = await readOpti24Limits(caller);
  const { readable: restrictions } = await readRestrictions(caller);
  const states: NetworkCardState[] = [];
  for (const card of cards) {
    const balanceKopecks = await findWallet(caller, card);
    if (balanceKopecks === null) continue;
    states.push({
      cardNumber: card.number,
      isVirtual: card.isVirtual,
      status: card.isActive ? CARD_STATUS.active : CARD_STATUS.blocked,
      balanceKopecks,
      goodsIds: getAllowedGoods(
        restrictions.filter((restriction) => restriction.card_id === card.id),
        products,
      ),
      limit: toLimit(
        limits.filter((limit) => limit.card_id === card.id),
        products,
      ),
    });
  }
  return states;
}

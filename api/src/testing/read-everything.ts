import type { FeedPage, FuelNetwork } from '../gateways/fuel-network/fuel-network.ts';

/** All pages of a network's feed, as an adapter reads them for the first time. */
export async function readEverything(network: FuelNetwork): Promise<Pick<FeedPage, 'events' | 'unreadable'>> {
  const pages = [await network.events(0, 500)];
  for (let last = pages[0]; last?.more; last = pages.at(-1)) pages.push(await network.events(last.next, 500));
  return {
    events: pages.flatMap(({ events }) => events),
    unreadable: pages.flatMap(({ unreadable }) => unreadable),
  };
}

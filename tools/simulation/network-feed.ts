import type { FeedPage, NetworkEvent } from '../../api/src/gateways/fuel-network/fuel-network.ts';
import { readDatedFeed, type DatedSale } from '../../api/src/gateways/fuel-network/read-dated-feed.ts';
import type { Clock } from '../../api/src/lib/clock.ts';

type Unnumbered = NetworkEvent extends infer Event
  ? Event extends NetworkEvent
    ? Omit<Event, 'sequence'>
    : never
  : never;

/** Events that a network reports of its own accord. */
export interface NetworkFeed {
  /** Visible after this many milliseconds, at once by default. */
  add(event: Unnumbered, afterMs?: number): void;
  /** Swaps the last two unread events. */
  swapLast(): void;
  read(after: number, limit: number): Promise<FeedPage>;
}

/**
 * By sequence, an event gets its number when it becomes visible. By date, a sale is listed at its day, whenever it
 * arrives.
 */
export function networkFeed({ clock, byDate }: { clock: Clock; byDate: boolean }): NetworkFeed {
  const waiting: { at: number; event: Unnumbered }[] = [];
  const visible: Unnumbered[] = [];

  function show(): void {
    const now = clock.now().getTime();
    waiting.sort((a, b) => a.at - b.at);
    while (waiting[0] && waiting[0].at <= now) visible.push(waiting.shift()!.event);
  }

  function readSequence(after: number, limit: number): FeedPage {
    const events = visible
      .map((event, index) => ({ ...event, sequence: index + 1 }) as NetworkEvent)
      .slice(after, after + limit);
    const next = events.at(-1)?.sequence ?? after;
    return { events, unreadable: [], next, more: next < visible.length };
  }

  return {
    add: (event, afterMs = 0) => void waiting.push({ at: clock.now().getTime() + afterMs, event }),
    swapLast() {
      const now = clock.now().getTime();
      const [last, before] = waiting.filter(({ at }) => at <= now).reverse();
      if (last && before) [last.event, before.event] = [before.event, last.event];
    },
    async read(after, limit) {
      show();
      if (!byDate) return readSequence(after, limit);
      const sales = visible.filter((event): event is Omit<DatedSale, 'sequence'> => event.kind !== 'answer');
      return readDatedFeed(clock, after, async (from, to) => ({
        readable: sales.filter(({ soldAt }) => soldAt >= from && soldAt <= to),
        unreadable: [],
      }));
    },
  };
}

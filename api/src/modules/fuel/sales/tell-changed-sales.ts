import type { PartnerId } from '#contract/ids.ts';
import type { Context } from '../../../context.ts';
import {
  areSameFacts,
  factsOf,
  type ResaleOurs,
  type SaleFacts,
} from '../../cards/commands/contradiction.ts';
import { dueAheadAt } from './dated-ahead.ts';
import {
  correctMoment,
  listBookedOtherwise,
  listUnbookedAmong,
  type KnownOrphan,
} from './known-sale-store.ts';
import type { NetworkSaleEvent } from './sale-money.ts';
import { tellContradiction } from '../../cards/commands/tell-contradiction.ts';

interface Resale {
  told: NetworkSaleEvent;
  companyId: number | null;
  ours: ResaleOurs;
}

/**
 * Compares what a network reports with the same sales in the books and among those that wait. A sale told with another
 * card, sum, kind or day, or with other litres, is a contradiction for a person: nothing is booked by it. A sale that waits
 * only for its day takes the corrected one.
 */
export async function tellChangedSales(
  ctx: Context,
  partnerId: PartnerId,
  events: readonly NetworkSaleEvent[],
): Promise<void> {
  for (const round of roundsOf(events)) {
    for (const { told, companyId, ours } of await listResales(ctx, partnerId, round)) {
      const word = factsOf(told);
      const { externalId: subject, cardNumber } = told;
      await tellContradiction(ctx, { kind: 'resale', partnerId, subject, companyId, cardNumber, ours, word });
    }
  }
}

/** A page may name a sale twice: each round names it once. */
function roundsOf(events: readonly NetworkSaleEvent[]): Map<string, NetworkSaleEvent>[] {
  const rounds: Map<string, NetworkSaleEvent>[] = [];
  for (const event of events) {
    let round = rounds.find((one) => !one.has(event.externalId));
    if (!round) rounds.push((round = new Map()));
    round.set(event.externalId, event);
  }
  return rounds;
}

async function listResales(
  ctx: Context,
  partnerId: PartnerId,
  events: ReadonlyMap<string, NetworkSaleEvent>,
): Promise<Resale[]> {
  const db = ctx.db.system;
  const told = new Map([...events].map(([id, event]): [string, SaleFacts] => [id, factsOf(event)]));
  const resales: Resale[] = [];
  for (const { externalId, companyId, facts } of await listBookedOtherwise(db, { partnerId, told }))
    resales.push({
      told: events.get(externalId) as NetworkSaleEvent,
      companyId,
      ours: { ...facts, state: 'booked' },
    });
  for (const orphan of await listUnbookedAmong(db, { partnerId, externalIds: [...events.keys()] })) {
    const event = events.get(orphan.sale.externalId) as NetworkSaleEvent;
    if (await isAsWaiting(ctx, orphan, event)) continue;
    resales.push({
      told: event,
      companyId: orphan.companyId,
      ours: { ...factsOf(orphan.sale), state: orphan.state },
    });
  }
  return resales;
}

/** The day of a sale that waits for nothing else is no contradiction: nothing was booked by it. */
async function isAsWaiting(ctx: Context, orphan: KnownOrphan, event: NetworkSaleEvent): Promise<boolean> {
  const [known, told] = [factsOf(orphan.sale), factsOf(event)];
  if (areSameFacts(known, told)) return true;
  if (!orphan.isAhead || orphan.state === 'closed' || !areSameFacts({ ...known, day: told.day }, told))
    return false;
  if (orphan.formerDays.includes(told.day)) return true;
  const { externalId, soldAt } = event;
  const formerDays = [...orphan.formerDays, known.day];
  await correctMoment(ctx.db.system, { id: orphan.id, soldAt, dueAt: dueAheadAt(soldAt), formerDays });
  ctx.log.warn(
    { externalId, formerDays, soldAt },
    'a network has corrected the day of a sale that waits for it',
  );
  return true;
}

import type { PartnerId } from '#contract/ids.ts';
import type { Context } from '../../../context.ts';
import { areSameFacts, reportContradiction, toSaleFacts } from '../../cards/commands/contradictions.ts';
import { getFutureDueTime } from './dated-ahead.ts';
import {
  correctMoment,
  listBookedOtherwise,
  listUnbookedAmong,
  type KnownUnmatchedSale,
} from './known-sale-store.ts';
import type { NetworkSaleEvent } from './sale-money.ts';
import type { OurResale, SaleFacts } from '../../cards/commands/contradiction.ts';

interface Resale {
  reported: NetworkSaleEvent;
  companyId: number | null;
  ours: OurResale;
}

/**
 * Compares what a network reports with the same sales in the books and among the waiting ones. A sale reported with
 * another card, sum, kind, day or litres is a contradiction for a person, and nothing is booked from it. A sale that
 * waits only for its day takes the corrected one.
 */
export async function reportChangedSales(
  ctx: Context,
  partnerId: PartnerId,
  events: readonly NetworkSaleEvent[],
): Promise<void> {
  for (const round of toRounds(events)) {
    for (const { reported, companyId, ours } of await listResales(ctx, partnerId, round)) {
      const word = toSaleFacts(reported);
      const { externalId: subject, cardNumber } = reported;
      await reportContradiction(ctx, {
        kind: 'resale',
        partnerId,
        subject,
        companyId,
        cardNumber,
        ours,
        word,
      });
    }
  }
}

/** A page may name a sale twice: each round names it once. */
function toRounds(events: readonly NetworkSaleEvent[]): Map<string, NetworkSaleEvent>[] {
  const rounds: Map<string, NetworkSaleEvent>[] = [];
  for (const event of events) {
    let round = rounds.find((item) => !item.has(event.externalId));
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
  const reported = new Map([...events].map(([id, event]): [string, SaleFacts] => [id, toSaleFacts(event)]));
  const resales: Resale[] = [];
  for (const { externalId, companyId, facts } of await listBookedOtherwise(db, { partnerId, reported }))
    resales.push({
      reported: events.get(externalId) as NetworkSaleEvent,
      companyId,
      ours: { ...facts, state: 'booked' },
    });
  for (const unmatchedSale of await listUnbookedAmong(db, { partnerId, externalIds: [...events.keys()] })) {
    const event = events.get(unmatchedSale.sale.externalId) as NetworkSaleEvent;
    if (await isUnchangedWaitingSale(ctx, unmatchedSale, event)) continue;
    resales.push({
      reported: event,
      companyId: unmatchedSale.companyId,
      ours: { ...toSaleFacts(unmatchedSale.sale), state: unmatchedSale.state },
    });
  }
  return resales;
}

/** The day of a sale that waits for nothing else is no contradiction: nothing was booked by it. */
async function isUnchangedWaitingSale(
  ctx: Context,
  unmatchedSale: KnownUnmatchedSale,
  event: NetworkSaleEvent,
): Promise<boolean> {
  const [known, reported] = [toSaleFacts(unmatchedSale.sale), toSaleFacts(event)];
  if (areSameFacts(known, reported)) return true;
  if (
    !unmatchedSale.isAhead ||
    unmatchedSale.state === 'closed' ||
    !areSameFacts({ ...known, day: reported.day }, reported)
  )
    return false;
  if (unmatchedSale.formerDays.includes(reported.day)) return true;
  const { externalId, soldAt } = event;
  const previousDays = [...unmatchedSale.formerDays, known.day];
  await correctMoment(ctx.db.system, {
    id: unmatchedSale.id,
    soldAt,
    dueAt: getFutureDueTime(soldAt),
    formerDays: previousDays,
  });
  ctx.log.warn(
    { externalId, formerDays: previousDays, soldAt },
    'a network has corrected the day of a sale that waits for it',
  );
  return true;
}

import type { AuthorisationState } from '#contract/fuel/authorisations.ts';
import type { PartnerId } from '#contract/ids.ts';
import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import type { Context } from '../../../context.ts';
import { conflict, fieldRefusal } from '../../../errors.ts';
import { findGoods } from '../../../gateways/fuel-network/goods.ts';
import { findAuthorisation, type Authorisation } from '../authorisations/authorisations.ts';
import {
  findEarlySettlement,
  insertEarlySettlement,
  listAnsweredSettlements,
} from '../authorisations/early-settlements.ts';
import { releaseFuel, WAS_SETTLED } from '../authorisations/release-fuel.ts';
import { bookSales } from '../sales/book-sales.ts';
import { toStorable, type NetworkSaleEvent } from '../sales/sale-money.ts';

/** A filling as its network reports it. */
export interface Settlement {
  partnerId: PartnerId;
  requestId: string;
  centilitres: number;
  sum: Kopecks;
  at: Date | null;
  /** The sale without its authorisation: all three, or none. */
  unauthorised: { cardNumber: string; station: string; goodsId: number } | null;
}

export interface Settled {
  state: AuthorisationState | 'waiting';
  centilitres: number;
  sum: Kopecks;
}

/**
 * Books what was filled as the sale that it is, in the way of the feed, which names it by the same id: so it is booked once,
 * whichever comes first. The rest of the hold is freed with it. Nothing filled frees everything. Refuses: 409 other figures
 * than before, 404 nothing filled under an unknown id.
 */
export async function settleFuel(ctx: Context, input: Settlement): Promise<Settled> {
  const { partnerId, requestId, centilitres, sum } = input;
  if (centilitres === 0 && sum === 0) {
    const state = await releaseFuel(ctx, { partnerId, requestId });
    return { state, centilitres, sum };
  }
  if (centilitres === 0 || sum === 0)
    throw fieldRefusal(sum === 0 ? 'sum' : 'litres', 'Укажите и литры, и сумму');
  const authorisation = await findAuthorisation(ctx.db.system, { partnerId, requestId });
  if (!authorisation && !input.unauthorised) return waitForAuthorisation(ctx, input);
  await bookSales(ctx, partnerId, [toSale(ctx, input, authorisation)]);
  const after = authorisation && (await findAuthorisation(ctx.db.system, { partnerId, requestId }));
  if (after?.state !== 'settled') return { state: authorisation ? 'waiting' : 'settled', centilitres, sum };
  if (after.settledCentilitres !== centilitres || after.settledKopecks !== sum) throw conflict(WAS_SETTLED);
  return { state: 'settled', centilitres, sum };
}

async function waitForAuthorisation(ctx: Context, input: Settlement): Promise<Settled> {
  const { partnerId, requestId, centilitres, sum } = input;
  await ctx.db.inSystem(async (tx) => {
    const now = ctx.clock.now();
    await insertEarlySettlement(tx, { partnerId, requestId, centilitres, sumKopecks: sum }, now);
    await recordEvent(tx, {
      at: now,
      what: 'fuel-settled-early',
      targets: [{ kind: 'partner', id: partnerId }],
      details: { requestId, centilitres, sumKopecks: sum },
    });
  });
  return { state: 'waiting', centilitres, sum };
}

function toSale(ctx: Context, input: Settlement, authorisation: Authorisation | null): NetworkSaleEvent {
  const about = authorisation ?? input.unauthorised;
  if (!about) throw new Error('a settlement names no card');
  return toStorable({
    sequence: 0,
    kind: 'sale',
    externalId: input.requestId,
    cardNumber: about.cardNumber,
    goodsId: about.goodsId,
    goodsTitle: findGoods(about.goodsId)?.title ?? '',
    centilitres: input.centilitres,
    unitPriceKopecks: kopecks(Math.round((input.sum * 100) / input.centilitres)),
    sumKopecks: input.sum,
    address: about.station,
    soldAt: chooseMoment(ctx.clock.now(), input.at, authorisation),
  } as NetworkSaleEvent);
}

/** The station's clock may be wrong: it counts only between the question and now. */
function chooseMoment(now: Date, at: Date | null, authorisation: Authorisation | null): Date {
  const from = authorisation?.askedAt ?? new Date(0);
  if (at !== null && at >= from && at <= now) return at;
  return authorisation && authorisation.state !== 'approved' ? authorisation.askedAt : now;
}

/** A turn's settlements; the others follow in the next one. */
const MAX_SETTLEMENTS = 200;

/** Books what was settled before its authorisation came. */
export async function bookEarlySettlements(ctx: Context): Promise<void> {
  for (const early of await listAnsweredSettlements(ctx.db.system, MAX_SETTLEMENTS))
    await bookEarly(ctx, early);
}

/** Books what had been settled under this id, if anything was. */
export async function bookEarlySettlement(
  ctx: Context,
  request: { partnerId: PartnerId; requestId: string },
): Promise<void> {
  const early = await findEarlySettlement(ctx.db.system, request);
  if (early) await bookEarly(ctx, early);
}

async function bookEarly(
  ctx: Context,
  early: { partnerId: PartnerId; requestId: string; centilitres: number; sumKopecks: number },
): Promise<void> {
  const { partnerId, requestId, centilitres, sumKopecks } = early;
  const authorisation = await findAuthorisation(ctx.db.system, { partnerId, requestId });
  if (!authorisation) return;
  const sum = kopecks(sumKopecks);
  const input = { partnerId, requestId, centilitres, sum, at: null, unauthorised: null };
  await bookSales(ctx, partnerId, [toSale(ctx, input, authorisation)]);
}

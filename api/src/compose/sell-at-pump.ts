import { randomUUID } from 'node:crypto';
import type { AuthorisationState } from '#contract/fuel/authorisations.ts';
import type { PumpFault } from '#contract/fuel/pump-development.ts';
import { GOODS_TREE, type PartnerId } from '#contract/ids.ts';
import { kopecks, toRubles, type Kopecks } from '#contract/kopecks.ts';
import { networkOfBrand } from '#contract/programme/stations.ts';
import type { Context } from '../context.ts';
import { fieldRefusal } from '../errors.ts';
import { findGoods } from '../gateways/fuel-network/goods.ts';
import type { SimulatedNetworks } from '../gateways/fuel-network/simulator/start-simulated-networks.ts';
import { isMovable } from '../lib/clock.ts';
import { findPlace } from '../modules/fleet/rules/purchase/find-place.ts';
import { findAuthorisation, type FuelQuestion } from '../modules/fuel/authorisations/authorisations.ts';
import { authoriseFuel } from '../modules/fuel/authorisations/authorise-fuel.ts';
import { expireHolds } from '../modules/fuel/authorisations/holds.ts';
import { releaseFuel } from '../modules/fuel/authorisations/release-fuel.ts';
import { pollNetwork } from '../modules/fuel/feeds/poll-network.ts';
import { settleFuel, type Settlement } from '../modules/fuel/pump/settle-fuel.ts';

interface PumpFilling {
  shown: FuelQuestion['shown'] | null;
  stationId: number;
  goodsId: number;
  centilitres: number;
  fault: PumpFault;
}

interface PumpOutcome {
  requestId: string;
  approved: boolean;
  reason: string | null;
  state: AuthorisationState | 'waiting';
  centilitres: number;
  sum: Kopecks;
}

/** A litre of petrol or gas where the list of stations has no price. */
const USUAL_PRICE = kopecks(60_00);
/** Longer than any hold. */
const LATE_SECONDS = 16 * 60;

/**
 * Fuels at a simulated pump, which asks the portal first, with a fault by name. Whatever is lost, the network's own list of
 * sales comes before it returns. Refuses an unknown station or fuel, and what is not one card, code or QR.
 */
export async function sellAtPump(
  ctx: Context,
  network: SimulatedNetworks,
  { shown, stationId, goodsId, centilitres, fault }: PumpFilling,
): Promise<PumpOutcome> {
  if (!shown) throw fieldRefusal('card_number', 'Укажите карту, код или QR: что-то одно');
  const { partnerId, station, price } = await findPump(ctx, stationId, goodsId);
  const requestId = `pump-${randomUUID()}`;
  const named = { partnerId, requestId };
  const sum = kopecks(Math.round((centilitres * price) / 100));
  const question = { ...named, shown, station, pump: '1', goodsId, centilitres, sum };
  const answer = await authoriseFuel(ctx, question);
  const nothing = { requestId, reason: answer.reason, centilitres: 0, sum: kopecks(0) };
  if (answer.state !== 'approved') return { ...nothing, approved: false, state: 'declined' };
  // The pump never learns that it may sell, and its driver leaves.
  if (fault === 'lost-authorisation') return { ...nothing, approved: true, state: 'approved' };
  const granted = Math.min(answer.maxCentilitres, centilitres);
  const filled = fault === 'short' ? Math.max(1, Math.floor(granted / 2)) : granted;
  const authorisation = await findAuthorisation(ctx.db.system, named);
  const fuelled = await network.fuel(
    {
      card_number: authorisation?.cardNumber ?? '',
      goods_id: goodsId,
      litres: filled / 100,
      unit_price: toRubles(kopecks(price)),
      address: station,
      external_id: requestId,
    },
    () => Promise.resolve(null),
  );
  if (fuelled.outcome === 'refused') {
    const state = await releaseFuel(ctx, named);
    return { ...nothing, approved: true, reason: fuelled.reason, state };
  }
  const { sumKopecks, soldAt: at } = fuelled.sale;
  const settlement = { ...named, centilitres: filled, sum: sumKopecks, at, unauthorised: null };
  const state = await settleAs(ctx, fault, settlement);
  await pollNetwork(ctx, partnerId);
  return { requestId, approved: true, reason: answer.reason, state, centilitres: filled, sum: sumKopecks };
}

async function settleAs(
  ctx: Context,
  fault: PumpFault,
  settlement: Settlement,
): Promise<PumpOutcome['state']> {
  if (fault === 'lost-settlement') return 'approved';
  if (fault === 'late' && isMovable(ctx.clock)) {
    ctx.clock.advanceSeconds(LATE_SECONDS);
    await expireHolds(ctx);
  }
  const { state } = await settleFuel(ctx, settlement);
  return fault === 'twice' ? (await settleFuel(ctx, settlement)).state : state;
}

async function findPump(
  ctx: Context,
  stationId: number,
  goodsId: number,
): Promise<{ partnerId: PartnerId; station: string; price: number }> {
  const goods = findGoods(goodsId);
  if (!goods) throw fieldRefusal('goods_id', 'Неизвестный вид топлива');
  const place = await findPlace(ctx.db.system, stationId);
  if (!place) throw fieldRefusal('station_id', 'Такой АЗС нет');
  const added = ctx.partnerIds().map((id) => ({ id, brands: ctx.addedNetwork(id)?.brands }));
  const partnerId = networkOfBrand(place.brand, added);
  const isDiesel = goods.treeItemId === GOODS_TREE.diesel;
  return { partnerId, station: place.address, price: (isDiesel ? place.dieselKopecks : null) ?? USUAL_PRICE };
}

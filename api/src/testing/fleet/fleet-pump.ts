import { expect } from 'vitest';
import { findGoods } from '../../gateways/fuel-network/goods.ts';
import type { FuelOutcome } from '../../gateways/fuel-network/simulator/fuel-card.ts';
import type { SeededRandom } from '../../lib/seeded-random.ts';
import { judgeSale } from '../../modules/fleet/declines/judge-sale.ts';
import { recordDecline } from '../../modules/fleet/declines/declines.ts';
import { pollNetwork } from '../../modules/fuel/feeds/poll-network.ts';
import type { FleetBooks } from './fleet-books.ts';
import {
  findRefusals,
  REFUSAL_PATTERN_BY_RULE,
  type ModelPurchase,
  type ModelStation,
} from './fleet-model.ts';
import type { FleetProcess } from './fleet-process.ts';
import type { FleetTruck } from '../givens/given-fleet.ts';

export interface Filling {
  litres: number;
  goodsId: number;
  /** Kopecks a litre. */
  price: number;
  station: ModelStation;
}

/** Creates the pump of a fleet's week. What is sold and refunded there is checked against the model. */
export function fleetPump(
  process: FleetProcess,
  { books, seed, now }: { books: FleetBooks; seed: number; now: () => Date },
) {
  let sales = 0;
  /** The last refused filling of each card. */
  const refused = new Map<number, Filling>();
  return { purchase, refund, refusedOf: (cardId: number) => refused.get(cardId) };

  async function purchase(truck: FleetTruck, filling: Filling): Promise<void> {
    const { card, model } = truck;
    const { litres, goodsId, station, price } = filling;
    const isSettled = (await books.waiting(card.id)).length === 0 && (await books.isCurrent(card.id, now()));
    sales += 1;
    const centilitres = Math.round(litres * 100);
    const sum = Math.round((centilitres * price) / 100);
    const input: ModelPurchase = {
      id: `week-${seed}-${sales}`,
      at: now().getTime(),
      goodsId,
      centilitres,
      price,
      sum,
      station,
    };
    const wanted = findRefusals(model, input);
    const { address } = station;
    const fuelling = {
      card_number: card.number,
      goods_id: goodsId,
      litres,
      unit_price: price / 100,
      address,
    };
    let outcome: FuelOutcome | undefined;
    await process.mortal('purchases', async (ctx) => {
      const { simulated } = ctx;
      if (!simulated) throw new Error('the networks are simulated');
      outcome = await simulated.fuel({ ...fuelling, external_id: input.id }, (sale) => judgeSale(ctx, sale));
      if (outcome.outcome === 'sold') return pollNetwork(ctx, card.partnerId);
      const goods = findGoods(goodsId) ?? null;
      const about = { cardNumber: card.number, at: new Date(input.at), goods, centilitres, sumKopecks: sum };
      await recordDecline(ctx, { ...about, ...outcome, station: address });
    });
    if (await books.isSold(input.id)) {
      expect({ sold: input.id, refusedBy: wanted }).toEqual({ sold: input.id, refusedBy: [] });
      model.bought.push(input);
      process.count('sold');
    }
    if (outcome?.outcome !== 'refused') return;
    const { code, reason } = outcome;
    process.count(`declined by ${code}`);
    refused.set(card.id, filling);
    expect(reason).toMatch(/^[А-ЯЁ][^a-z]+$/);
    if (code === 'rule') {
      const kind = wanted.find((modelRefusal) =>
        REFUSAL_PATTERN_BY_RULE[modelRefusal.kind]?.test(reason),
      )?.kind;
      expect({ reason, wanted, kind }).toEqual({ reason, wanted, kind: expect.any(String) });
      process.count(`declined by rule ${kind}`);
    } else expect({ code, wanted }).toEqual({ code, wanted: [] });
    // A network on its own refuses only what it has not been notified of yet, or a card that a signal closed.
    if (isSettled && code !== 'rule') expect(await books.holdsOf(card.id)).toContain('signal');
  }

  /** Refunds one of the truck's last purchases, often a day later. */
  async function refund({ card, model }: FleetTruck, random: SeededRandom): Promise<void> {
    const left = model.bought.filter(({ refundedAt }) => refundedAt === undefined).slice(-3);
    if (left.length === 0) return;
    const purchase = random.pick(left);
    await process.mortal('refunded', async (ctx) => {
      await ctx.simulated?.refund(purchase.id);
      await pollNetwork(ctx, card.partnerId);
    });
    purchase.refundedAt = now().getTime();
  }
}

import { randomUUID } from 'node:crypto';
import { SANDBOX_NETWORK } from '#contract/ids.ts';
import { kopecks, toRubles, type Kopecks } from '#contract/kopecks.ts';
import type { DeclineCode } from '#contract/fleet/declines.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { fieldRefusal } from '../../../errors.ts';
import { findGoods, type NetworkGoods } from '../../../gateways/fuel-network/goods.ts';
import { judgeSale } from '../../fleet/declines/judge-sale.ts';
import { recordDecline } from '../../fleet/declines/declines.ts';
import { watchSales } from '../../fleet/rules/purchase/watch-sales.ts';
import { pollNetwork } from '../../fuel/feeds/poll-network.ts';
import { requireNetwork, requireOwnSandbox, requireTestCard } from './sandbox.ts';

export interface TestFuelling {
  scope: CompanyScope;
  cardId: number;
  goodsId: number;
  centilitres: number;
  unitPrice: Kopecks;
  station: string;
}

export interface TestPurchase {
  at: Date;
  externalId: string;
  sum: Kopecks;
  declined: { code: DeclineCode; reason: string } | null;
}

/**
 * A driver fuels at the sandbox's own time: the network asks the card's rules, sells and reports, and the purchase comes
 * by its feed, as any other. It is booked when this returns. Refuses `goods_id` when
 * no network sells such goods, and with 404 an unknown card.
 */
export async function makeTestPurchase(
  ctx: Context,
  input: TestFuelling & { externalId: string | null; isOffline: boolean },
): Promise<TestPurchase> {
  const { scope, station } = input;
  const { clockAt: at } = await requireOwnSandbox(ctx, scope);
  const card = await requireTestCard(ctx, scope, input.cardId);
  requireGoods(input.goodsId);
  const externalId = `sandbox-${scope.companyId}-${input.externalId ?? randomUUID()}`;
  const fuelled = await requireNetwork(ctx).fuel(
    {
      card_number: card.number,
      goods_id: input.goodsId,
      litres: input.centilitres / 100,
      unit_price: toRubles(input.unitPrice),
      address: station,
      external_id: externalId,
      at,
    },
    // An offline sale is not judged. A broken rule is found afterwards.
    (sale) => (input.isOffline ? Promise.resolve(null) : judgeSale(ctx, sale)),
  );
  if (fuelled.outcome === 'refused') {
    const { code, reason } = fuelled;
    await makeDecline(ctx, input, { number: card.number, at, code, reason });
    return { at, externalId, sum: kopecks(0), declined: { code, reason } };
  }
  await pollNetwork(ctx, SANDBOX_NETWORK);
  // The loop would check the sales a moment later. The call does so at once, so that the caller sees the breach.
  if (input.isOffline) await watchSales(ctx);
  const { soldAt, sumKopecks } = fuelled.sale;
  return { at: soldAt, externalId, sum: sumKopecks, declined: null };
}

/** The pump refuses, for whatever reason is wanted. Refuses: `goods_id`; 404 the card. */
export async function makeTestDecline(
  ctx: Context,
  input: TestFuelling & { code: DeclineCode; reason: string },
): Promise<Date> {
  const { clockAt: at } = await requireOwnSandbox(ctx, input.scope);
  const { number } = await requireTestCard(ctx, input.scope, input.cardId);
  await makeDecline(ctx, input, { number, at, code: input.code, reason: input.reason });
  return at;
}

function makeDecline(
  ctx: Context,
  { centilitres, unitPrice, goodsId, station }: TestFuelling,
  refused: { number: string; at: Date; code: DeclineCode; reason: string },
): Promise<void> {
  const { number: cardNumber, at, code, reason } = refused;
  const sumKopecks = Math.round((centilitres * unitPrice) / 100);
  return recordDecline(ctx, {
    cardNumber,
    at,
    code,
    reason,
    station,
    centilitres,
    sumKopecks,
    goods: requireGoods(goodsId),
  });
}

function requireGoods(id: number): NetworkGoods {
  const goods = findGoods(id);
  if (!goods) throw fieldRefusal('goods_id', 'Такого вида топлива нет');
  return goods;
}

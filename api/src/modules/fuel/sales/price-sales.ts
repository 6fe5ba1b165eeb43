import { getGoodsUnit } from '#contract/fuel/goods-unit.ts';
import { SANDBOX_NETWORK, type PartnerId } from '#contract/ids.ts';
import { kopecks } from '#contract/kopecks.ts';
import type { Db } from '../../../db/database.ts';
import { moscowDay } from '../../../lib/money-format.ts';
import { listTariffsInForce } from '../../programme/tariffs/tariffs.ts';
import { nearestTariff, tariffSums, type Tariff } from '../../programme/tariffs/tariff.ts';
import {
  type SalePrice,
  insertSalePrices,
  listRefundedPurchases,
  type RefundedPurchase,
} from './sale-prices.ts';
import type { BookedSale } from './sale-money.ts';

/**
 * Prices sales by the tariff of the day of purchase and stores the result by operation. Sales without a tariff are left
 * out. A refund takes the tariff of the purchase that it names. If it names none, or one that is not in the books, its
 * own day counts, as with VAT (decision 22). Call it in the turn of the network, after the operations are written.
 */
export async function priceSales(
  tx: Db,
  partnerId: PartnerId,
  sales: readonly BookedSale[],
): Promise<ReadonlyMap<number, SalePrice>> {
  // A sandbox has no part in the programme's terms.
  const isPriced = sales.length > 0 && partnerId !== SANDBOX_NETWORK;
  const tariffs = isPriced ? await listTariffsInForce(tx) : [];
  if (tariffs.length === 0) return new Map();
  const [refunds, others] = [sales.filter(namesPurchase), sales.filter((sale) => !namesPurchase(sale))];
  const prices = await storePrices(
    tx,
    others.map((sale) => [sale, getTariffsOfDay(tariffs, sale)]),
  );
  if (refunds.length === 0) return prices;
  // Runs after the purchases of this page are stored, because a refund may name one of them.
  const externalIds = refunds.map(({ event }) => event.refundOf as string);
  const found = await listRefundedPurchases(tx, { partnerId, externalIds });
  const purchases = new Map(
    found.map((refundedPurchase) => [
      `${refundedPurchase.companyId}:${refundedPurchase.externalId}`,
      refundedPurchase,
    ]),
  );
  const back = await storePrices(
    tx,
    refunds.map((sale) => {
      const purchase = purchases.get(`${sale.companyId}:${sale.event.refundOf}`);
      return [sale, purchase ? takenBack(tariffs, purchase, sale) : getTariffsOfDay(tariffs, sale)];
    }),
  );
  return new Map([...prices, ...back]);
}

function namesPurchase({ event }: BookedSale): boolean {
  return event.kind === 'refund' && event.refundOf !== undefined;
}

async function storePrices(
  tx: Db,
  priced: readonly [BookedSale, SalePrice | null][],
): Promise<Map<number, SalePrice>> {
  const known = priced.flatMap(([{ operationId, companyId }, price]) =>
    price ? [{ operationId, companyId, price }] : [],
  );
  if (known.length > 0) await insertSalePrices(tx, known);
  return new Map(known.map(({ operationId, price }) => [operationId, price]));
}

function getTariffsOfDay(
  tariffs: readonly Tariff[],
  { companyId, partnerId, event }: BookedSale,
): SalePrice | null {
  const { goodsTitle, soldAt, sumKopecks: sum } = event;
  const centilitres = getCentilitres(event);
  const tariff = nearestTariff(tariffs, { companyId, partnerId, goodsTitle, day: moscowDay(soldAt) });
  return tariff && { tariffId: tariff.id, purchaseId: null, ...tariffSums(tariff, { sum, centilitres }) };
}

/** A tariff by the litre changes nothing in the price of a washing. */
function getCentilitres({ goodsTitle, centilitres }: BookedSale['event']): number {
  return getGoodsUnit(goodsTitle) === 'litres' ? centilitres : 0;
}

/**
 * Computes the sum of all refunds of a purchase, this one included, minus the earlier ones. So partial refunds add
 * up to the whole to the kopeck.
 */
function takenBack(
  tariffs: readonly Tariff[],
  purchase: RefundedPurchase,
  { event }: BookedSale,
): SalePrice | null {
  if (purchase.tariffId === null) return null;
  const tariff = tariffs.find(({ id }) => id === purchase.tariffId);
  if (!tariff) throw new Error(`purchase ${purchase.id} has a tariff that never was in force`);
  purchase.backSum += event.sumKopecks;
  purchase.backCentilitres += getCentilitres(event);
  const together = tariffSums(tariff, { sum: purchase.backSum, centilitres: purchase.backCentilitres });
  const price = {
    tariffId: tariff.id,
    purchaseId: purchase.id,
    discount: kopecks(together.discount - purchase.backDiscount),
    surcharge: kopecks(together.surcharge - purchase.backSurcharge),
    fee: kopecks(together.fee - purchase.backFee),
  };
  purchase.backDiscount += price.discount;
  purchase.backSurcharge += price.surcharge;
  purchase.backFee += price.fee;
  return price;
}

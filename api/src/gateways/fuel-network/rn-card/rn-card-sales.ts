import { z } from 'zod';
import { goodsOfTitle } from '../goods-of-title.ts';
import type { DatedSale } from '../read-dated-feed.ts';
import { readRecords, type Records } from '../read-records.ts';
import type { ListedSale } from '../weigh-proofs.ts';
import {
  decimal,
  identifier,
  saleMoment,
  toCentilitres,
  toKopecks,
  toMoscowText,
  unitPrice,
} from '../wire-values.ts';
import type { RnCardCaller } from './rn-card-caller.ts';

const LONGEST_PERIOD_MS = 30 * 86_400_000;

/** Other types concern the contract's own money, such as a payment (1) or a debit (4). */
const KIND_OF_TYPE: Record<number, DatedSale['kind']> = { 11: 'sale', 24: 'refund' };

const operationShape = z.object({
  Code: identifier,
  Date: saleMoment('+03:00'),
  Card: identifier,
  Type: decimal,
  GName: z.string().nullish(),
  DTL: z.string().nullish(),
  Value: decimal,
  Price: decimal,
  Sum: decimal,
  DSum: decimal.nullish(),
  Address: z.string().nullish(),
});

const operationsShape = z.object({ OperationList: z.array(z.unknown()).nullish() });

export async function readRnCardSales(
  caller: RnCardCaller,
  from: Date,
  to: Date,
): Promise<Records<DatedSale>> {
  const period = { begin: toMoscowText(from), end: toMoscowText(to) };
  const { OperationList } = await caller.read('v2/GetOperByContract', period, operationsShape);
  const said = (OperationList ?? []).filter(mayBeSale);
  return readRecords(said, 'Code', (one) => saleOf(operationShape.parse(one)));
}

const cardSaleShape = operationShape.pick({
  Code: true,
  Date: true,
  Card: true,
  Type: true,
  Value: true,
  Price: true,
  Sum: true,
  DSum: true,
});

/** What a card was used for in a period; null when a record can't be read, or the network tells so long a period not. */
export async function listRnCardSpending(
  caller: RnCardCaller,
  card: string,
  from: Date,
  to: Date,
): Promise<ListedSale[] | null> {
  if (to.getTime() - from.getTime() > LONGEST_PERIOD_MS) return null;
  const period = { card, begin: toMoscowText(from), end: toMoscowText(to) };
  const { OperationList } = await caller.read('v2/GetOperByCard', period, operationsShape);
  const said = (OperationList ?? []).filter(mayBeSale);
  const { legible, illegible } = readRecords(said, 'Code', (one) => cardSaleShape.parse(one));
  if (illegible.length > 0) return null;
  return legible.filter((one) => one.Card === card).map(spendingOf);
}

function spendingOf(said: z.output<typeof cardSaleShape>): ListedSale {
  const sumKopecks = toKopecks(paid(said));
  return {
    id: said.Code,
    at: said.Date,
    spentKopecks: KIND_OF_TYPE[said.Type] === 'refund' ? -sumKopecks : sumKopecks,
  };
}

/** Other operations may lack a card: only sales have to be readable. */
function mayBeSale(operation: unknown): boolean {
  const { data } = z.looseObject({ Type: decimal }).safeParse(operation);
  return !data || data.Type in KIND_OF_TYPE;
}

function saleOf(said: z.output<typeof operationShape>): DatedSale {
  const title = said.GName || said.DTL || 'Покупка';
  const centilitres = toCentilitres(said.Value);
  const sumKopecks = toKopecks(paid(said));
  return {
    kind: KIND_OF_TYPE[said.Type] as DatedSale['kind'],
    externalId: said.Code,
    cardNumber: said.Card,
    goodsId: goodsOfTitle(title),
    goodsTitle: title,
    centilitres,
    unitPriceKopecks: unitPrice(sumKopecks, centilitres),
    sumKopecks,
    address: said.Address ?? '',
    soldAt: said.Date,
  };
}

/**
 * Clients of this service disagree on whether a discount is negative and whether the sum already includes it. Litres times
 * price is the sum without the discount: if the stated sum equals it, the discount is subtracted.
 */
function paid({ Value, Price, Sum, DSum }: z.output<typeof cardSaleShape>): number {
  const sum = Math.abs(Sum);
  const discount = Math.abs(DSum ?? 0);
  const isWhole = Math.abs(sum - Math.abs(Value * Price)) <= discount / 2;
  return isWhole ? sum - discount : sum;
}

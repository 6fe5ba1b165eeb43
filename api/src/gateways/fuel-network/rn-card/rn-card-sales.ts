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
  const input = (OperationList ?? []).filter(mayBeSale);
  return readRecords(input, 'Code', (item) => toSale(operationShape.parse(item)));
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

/**
 * Returns a card's use in a period. Null when a record can't be read, or the network does not report so long a period.
 */
export async function listRnCardSpending(
  caller: RnCardCaller,
  card: string,
  from: Date,
  to: Date,
): Promise<ListedSale[] | null> {
  if (to.getTime() - from.getTime() > LONGEST_PERIOD_MS) return null;
  const period = { card, begin: toMoscowText(from), end: toMoscowText(to) };
  const { OperationList } = await caller.read('v2/GetOperByCard', period, operationsShape);
  const input = (OperationList ?? []).filter(mayBeSale);
  const { readable, unreadable } = readRecords(input, 'Code', (item) => cardSaleShape.parse(item));
  if (unreadable.length > 0) return null;
  return readable.filter((item) => item.Card === card).map(toListedSale);
}

function toListedSale(input: z.output<typeof cardSaleShape>): ListedSale {
  const sumKopecks = toKopecks(paid(input));
  return {
    id: input.Code,
    at: input.Date,
    spentKopecks: KIND_OF_TYPE[input.Type] === 'refund' ? -sumKopecks : sumKopecks,
  };
}

/** Other operations may lack a card: only sales have to be readable. */
function mayBeSale(operation: unknown): boolean {
  const { data } = z.looseObject({ Type: decimal }).safeParse(operation);
  return !data || data.Type in KIND_OF_TYPE;
}

function toSale(input: z.output<typeof operationShape>): DatedSale {
  const title = input.GName || input.DTL || 'Покупка';
  const centilitres = toCentilitres(input.Value);
  const sumKopecks = toKopecks(paid(input));
  return {
    kind: KIND_OF_TYPE[input.Type] as DatedSale['kind'],
    externalId: input.Code,
    cardNumber: input.Card,
    goodsId: goodsOfTitle(title),
    goodsTitle: title,
    centilitres,
    unitPriceKopecks: unitPrice(sumKopecks, centilitres),
    sumKopecks,
    address: input.Address ?? '',
    soldAt: input.Date,
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

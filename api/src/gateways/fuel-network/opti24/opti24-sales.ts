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
import type { Opti24Caller } from './opti24-caller.ts';

const PAGE = 500;
const DAY_MS = 86_400_000;

/** Anything that a card's money was spent on. */
const spendingShape = z.object({
  id: identifier,
  /** Used instead of `timestamp`, the station's local time, which names no reliable zone. */
  utc_time: saleMoment('Z'),
  type: z.string().nullish(),
  sum: decimal,
  stor_transaction_id: identifier.nullish(),
  is_storno: z.union([z.boolean(), z.number(), z.enum(['true', 'false', '0', '1'])]).nullish(),
});
const transactionShape = spendingShape.extend({
  card_number: identifier,
  poi_id: identifier.nullish(),
  product_name: z.string().nullish(),
  qty: decimal,
});
const pageShape = z.object({
  total_count: z.coerce.number(),
  result: z.array(z.unknown()).nullish(),
});

export async function readOpti24Sales(
  caller: Opti24Caller,
  from: Date,
  to: Date,
): Promise<Records<DatedSale>> {
  const input = await readTransactions(caller, { from, to });
  return readRecords(input, 'id', (item) => toSale(transactionShape.parse(item)));
}

/** Returns a card's use in a period. Null when a record lacks its sum or time, so that the total is unknown. */
export async function listOpti24Spending(
  caller: Opti24Caller,
  card: { id: string },
  from: Date,
  to: Date,
): Promise<ListedSale[] | null> {
  const input = await readTransactions(caller, { from, to, cardId: card.id });
  const { readable, unreadable } = readRecords(input, 'id', (item) =>
    toListedSale(spendingShape.parse(item)),
  );
  return unreadable.length > 0 ? null : readable.filter(({ at }) => at >= from);
}

/**
 * Reads the transactions of a period, and of one card if it is named. Requests whole Moscow days, including the day
 * after the last.
 */
async function readTransactions(
  caller: Opti24Caller,
  { from, to, cardId }: { from: Date; to: Date; cardId?: string },
): Promise<unknown[]> {
  const all: unknown[] = [];
  const path = cardId ? `v2/cards/${encodeURIComponent(cardId)}/transactions` : 'v2/transactions';
  for (let offset = 0; ;) {
    const input = await caller.read(
      path,
      {
        contract_id: caller.contract,
        date_from: toMoscowText(from).slice(0, 10),
        date_to: toMoscowText(new Date(to.getTime() + DAY_MS)).slice(0, 10),
        page_limit: String(PAGE),
        page_offset: String(offset),
      },
      pageShape,
    );
    const found = input.result ?? [];
    all.push(...found);
    offset += found.length;
    if (found.length === 0 || offset >= input.total_count) return all;
  }
}

function toListedSale(input: z.output<typeof spendingShape>): ListedSale {
  const sumKopecks = toKopecks(Math.abs(input.sum));
  return {
    id: input.id,
    at: input.utc_time,
    spentKopecks: isCancelledSpending(input) ? -sumKopecks : sumKopecks,
  };
}

function toSale(input: z.output<typeof transactionShape>): DatedSale {
  const title = input.product_name || 'Покупка';
  const isRefund = isCancelledSpending(input);
  const cancelled = cancelledSale(input);
  const centilitres = toCentilitres(input.qty);
  const sumKopecks = toKopecks(Math.abs(input.sum));
  return {
    kind: isRefund ? 'refund' : 'sale',
    externalId: input.id,
    ...(isRefund && cancelled !== null && { refundOf: cancelled }),
    cardNumber: input.card_number,
    goodsId: goodsOfTitle(title),
    goodsTitle: title,
    centilitres,
    unitPriceKopecks: unitPrice(sumKopecks, centilitres),
    sumKopecks,
    address: input.poi_id ? `АЗС ${input.poi_id}` : '',
    soldAt: input.utc_time,
  };
}

/** A cancelled sale is a separate record: below zero, of type R, or a storno that names the sale it cancels. */
function isCancelledSpending(input: z.output<typeof spendingShape>): boolean {
  const isStorno = input.is_storno === true || input.is_storno === 1 || input.is_storno === 'true';
  return (
    input.sum < 0 ||
    input.type === 'R' ||
    ((isStorno || input.is_storno === '1') && cancelledSale(input) !== null)
  );
}

/** The other record that this one names. */
function cancelledSale({ id, stor_transaction_id: named }: z.output<typeof spendingShape>): string | null {
  return named && named !== id ? named : null;
}

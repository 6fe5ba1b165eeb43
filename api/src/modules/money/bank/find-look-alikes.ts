import type { Db } from '../../../db/database.ts';
import { countByTurnover, type BankCount } from './count-by-turnover.ts';
import { isSameOrder, type PaymentOrder } from './look-alike.ts';
import type { BookingFile } from './booking-file.ts';
import type { IncomingPayment } from './payment.ts';

/** A payment that another one resembles: in the books, or an earlier one of the same part by its key. */
export type LookAlike = { id: number } | { key: string };

/**
 * Which payments may have been booked before, by their keys; docs/operations/bank.md has the rule for accountants. The same
 * order is one in another file, whatever the bank's turnover. Within one file, and where only payer, day and
 * sum agree, the bank's own turnover decides: two rows of one file may be two payments, and so may two numbers.
 * The file's known orders were read for these payments.
 */
export async function findLookAlikes(
  tx: Db,
  file: BookingFile,
  payments: readonly IncomingPayment[],
): Promise<Map<string, LookAlike[]>> {
  const found = new Map<string, LookAlike[]>();
  const earlier: { key: string; order: PaymentOrder }[] = [];
  for (const payment of payments) {
    const order = toOrder(payment);
    const meant = await findLike(tx, file, { payment, order, earlier });
    if (meant.length > 0) found.set(payment.key, meant);
    earlier.push({ key: payment.key, order });
  }
  return found;
}

async function findLike(
  tx: Db,
  file: BookingFile,
  {
    payment,
    order,
    earlier,
  }: {
    payment: IncomingPayment;
    order: PaymentOrder;
    earlier: readonly { key: string; order: PaymentOrder }[];
  },
): Promise<LookAlike[]> {
  const { known } = file;
  const sameElsewhere = known.sameElsewhere(order);
  const sameInFile: LookAlike[] = [
    ...known.sameInFile(order).map(({ id }) => ({ id })),
    ...earlier.filter((one) => isSameOrder(one.order, order)).map(({ key }) => ({ key })),
  ];
  const likeElsewhere = known.likeElsewhere(order);
  const isDoubtful = sameInFile.length > 0 || likeElsewhere.length > sameElsewhere.length;
  const count = isDoubtful ? await countOnce(tx, file, payment) : 'unknown';
  const elsewhere = count === 'fewer' ? [...sameElsewhere, ...likeElsewhere] : sameElsewhere;
  const ids = [...new Set(elsewhere.map(({ id }) => id))].map((id) => ({ id }));
  return [...ids, ...(count === 'as-many' ? [] : sameInFile)];
}

/** The bank's turnover of a day says the same for each document of the file. */
async function countOnce(tx: Db, file: BookingFile, payment: IncomingPayment): Promise<BankCount> {
  const day = `${payment.account} ${payment.document.creditedOn}`;
  const count = file.counts.get(day) ?? (await countByTurnover(tx, file, payment));
  file.counts.set(day, count);
  return count;
}

/** What identifies the payment order behind a document. */
export function toOrder({ document }: IncomingPayment): PaymentOrder {
  const { number, date, sumKopecks, payer } = document;
  const account = payer.account ?? payer.settlementAccount ?? '';
  const { inn, name } = payer;
  return {
    number,
    datedOn: date,
    sumKopecks,
    payer: { inn: inn ?? '', account, name: name ?? '' },
  };
}

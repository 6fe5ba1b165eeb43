import type { Db } from '../../../db/database.ts';
import { countByTurnover, type BankCount } from './count-by-turnover.ts';
import { isLikePayment, isSameOrder, type PaymentOrder } from './look-alike.ts';
import { listOrders } from './look-alike-store.ts';
import type { IncomingPayment } from './payment.ts';

/** A payment that another one resembles: in the books, or an earlier one of the same file by its key. */
export type LookAlike = { id: number } | { key: string };

/** A file that is being booked. */
export interface LoadedBankFile {
  id: number;
  /** All its payments, each once. */
  payments: readonly IncomingPayment[];
}

/**
 * Which payments may have been booked before, by their keys; docs/operations.md has the rule for accountants. The same
 * order is one in another file, whatever the bank's turnover. Within one file, and where only payer, day and
 * sum agree, the bank's own turnover decides: two rows of one file may be two payments, and so may two numbers.
 */
export async function findLookAlikes(
  tx: Db,
  file: LoadedBankFile,
  payments: readonly IncomingPayment[],
): Promise<Map<string, LookAlike[]>> {
  const said = payments.map((payment) => ({ payment, order: orderOf(payment) }));
  const booked = await listOrders(
    tx,
    said.map((one) => one.order),
  );
  const found = new Map<string, LookAlike[]>();
  const counts = new Map<string, BankCount>();
  const counted = async (payment: IncomingPayment): Promise<BankCount> => {
    const day = `${payment.account} ${payment.document.creditedOn}`;
    const count = counts.get(day) ?? (await countByTurnover(tx, file, payment));
    counts.set(day, count);
    return count;
  };
  for (const [index, { payment, order }] of said.entries()) {
    const earlier = said.slice(0, index);
    const alike: (PaymentOrder & { sameFile: boolean; is: LookAlike })[] = [
      ...booked.map((one) => ({ ...one, sameFile: one.fileId === file.id, is: { id: one.id } })),
      ...earlier.map((one) => ({ ...one.order, sameFile: true, is: { key: one.payment.key } })),
    ].filter((one) => isLikePayment(one, order));
    const doubtful = alike.filter((one) => one.sameFile === isSameOrder(one, order));
    const count = doubtful.length === 0 ? 'unknown' : await counted(payment);
    const meant = alike.filter((one) => isTaken(one.sameFile, isSameOrder(one, order), count));
    if (meant.length > 0)
      found.set(
        payment.key,
        meant.map(({ is }) => is),
      );
  }
  return found;
}

function isTaken(sameFile: boolean, sameOrder: boolean, count: BankCount): boolean {
  if (sameFile) return sameOrder && count !== 'as-many';
  return sameOrder || count === 'fewer';
}

function orderOf({ document }: IncomingPayment): PaymentOrder {
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

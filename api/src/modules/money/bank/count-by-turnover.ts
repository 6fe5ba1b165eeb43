import type { Db } from '../../../db/database.ts';
import type { BookingFile } from './booking-file.ts';
import type { IncomingPayment } from './payment.ts';
import { listBalances, sumOfOthers } from './bank-file-store.ts';

/**
 * What the bank's own turnover says of the documents that we know:
 * - `as-many`: they add up to it, so each of them is a payment;
 * - `fewer`: they come to more than it, so one of them is in the books twice;
 * - `unknown`: no statement tells, or documents are missing.
 */
export type BankCount = 'as-many' | 'fewer' | 'unknown';

/**
 * Compares all documents of the shortest stated days around a payment's crediting, those of the file that is being
 * booked included, with what the bank says has come in.
 */
export async function countByTurnover(
  tx: Db,
  { paymentsOfAccount }: Pick<BookingFile, 'paymentsOfAccount'>,
  { account, document: { creditedOn } }: IncomingPayment,
): Promise<BankCount> {
  const around = (await listBalances(tx, { accounts: [account] })).filter(
    ({ from, to }) => from <= creditedOn && creditedOn <= to,
  );
  const stated = around.sort((one, other) => lengthOf(one) - lengthOf(other) || other.id - one.id)[0];
  if (stated?.credited === null || stated === undefined) return 'unknown';
  const { from, to, credited } = stated;
  const own = (paymentsOfAccount.get(account) ?? []).filter(
    (one) => one.document.creditedOn >= from && one.document.creditedOn <= to,
  );
  const keysWithoutInn = own.map((one) => one.keyWithoutInn);
  const others = await sumOfOthers(tx, { account, from, to, keysWithoutInn });
  const known = own.reduce((sum, one) => sum + one.document.sumKopecks, others);
  if (known === credited) return 'as-many';
  return known > credited ? 'fewer' : 'unknown';
}

function lengthOf({ from, to }: { from: string; to: string }): number {
  return Date.parse(to) - Date.parse(from);
}

import { sql } from 'kysely';
import { type Db, rows } from '../../../db/database.ts';

/**
 * Reduces a number to the part that banks may not change: without spaces, leading zeros and the case of its letters.
 */
export function bareNumber(number: string): string {
  return number.replace(/\s+/g, '').replace(/^0+/, '').toUpperCase();
}

/** Returns whether payer, day and sum agree: the same order, or another one of that payer. */
export function isLikePayment(a: PaymentOrder, b: PaymentOrder): boolean {
  return a.datedOn === b.datedOn && a.sumKopecks === b.sumKopecks && isSamePayer(a.payer, b.payer);
}

/**
 * Returns whether two orders agree, the number included. Then they count as the same order, whatever the
 * payer's account or the purpose.
 */
export function isSameOrder(a: PaymentOrder, b: PaymentOrder): boolean {
  return isLikePayment(a, b) && bareNumber(a.number) === bareNumber(b.number);
}

/** Fields that two statements share for one payment order, however differently they write it. */
export interface PaymentOrder {
  number: string;
  /** The order's own day, `YYYY-MM-DD`. */
  datedOn: string;
  sumKopecks: number;
  /** Empty if the statement does not have it. */
  payer: { inn: string; account: string; name: string };
}

/** Payments in the books with one of these days and sums together, oldest first: this many at most. */
export async function listOrdersAfter(
  db: Db,
  wanted: readonly WantedOrders[],
  limit: number,
): Promise<BookedOrder[]> {
  const found = await rows(
    db,
    sql<OrderRow>`
      select booked.id, booked.statement_id, booked.number, booked.dated_on, booked.sum_kopecks, booked.payer_inn,
        booked.payer_account, booked.payer_name
      from unnest(${wanted.map((wantedOrders) => wantedOrders.datedOn)}::date[], ${wanted.map((wantedOrders) => wantedOrders.sumKopecks)}::bigint[],
        ${wanted.map((wantedOrders) => wantedOrders.afterId)}::bigint[]) as asked (day, sum, after_id)
      join bank_payment booked
        on booked.dated_on = asked.day and booked.sum_kopecks = asked.sum and booked.id > asked.after_id
      order by booked.id limit ${limit}`,
  );
  return found.map((row) => ({
    id: row.id,
    fileId: row.statement_id,
    number: row.number,
    datedOn: row.dated_on,
    sumKopecks: row.sum_kopecks,
    payer: { inn: row.payer_inn, account: row.payer_account, name: row.payer_name },
  }));
}

/** A payment order that is in the books. */
export type BookedOrder = PaymentOrder & { id: number; fileId: number };

interface OrderRow {
  id: number;
  statement_id: number;
  number: string;
  dated_on: string;
  sum_kopecks: number;
  payer_inn: string;
  payer_account: string;
  payer_name: string;
}

/** A day and a sum, and the id of the last payment of that day and sum that was read. */
export type WantedOrders = Pick<PaymentOrder, 'datedOn' | 'sumKopecks'> & { afterId: number };

/** The INN decides where both name it. Otherwise a payer is another one only if his account and his name differ. */
function isSamePayer(a: PaymentOrder['payer'], b: PaymentOrder['payer']): boolean {
  if (a.inn !== '' && b.inn !== '') return a.inn === b.inn;
  if (a.account === '' || b.account === '' || a.account === b.account) return true;
  const [name, otherName] = [bareName(a.name), bareName(b.name)];
  return name !== '' && name === otherName;
}

function bareName(name: string): string {
  return name
    .toUpperCase()
    .replaceAll('Ё', 'Е')
    .replace(/[^\p{L}\p{N}]/gu, '');
}

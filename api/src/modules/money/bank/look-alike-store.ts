import { sql } from 'kysely';
import { rows, type Db } from '../../../db/database.ts';
import { bareNumber, type PaymentOrder } from './look-alike.ts';
import { findPayments } from './payment-list-store.ts';
import type { ComparedPayment, Payment } from './payment.ts';

/** A payment order that is in the books. */
export type BookedOrder = PaymentOrder & { id: number; fileId: number };

/** A day and a sum together, and the id of the last payment of it that was read. */
type WantedOrders = Pick<PaymentOrder, 'datedOn' | 'sumKopecks'> & { afterId: number };

/** Payments in the books with one of these days and sums together, oldest first: so many at most. */
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
      from unnest(${wanted.map((one) => one.datedOn)}::date[], ${wanted.map((one) => one.sumKopecks)}::bigint[],
        ${wanted.map((one) => one.afterId)}::bigint[]) as asked (day, sum, after_id)
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

export async function insertLookAlikes(
  tx: Db,
  pairs: readonly { paymentId: number; bookedId: number }[],
): Promise<void> {
  if (pairs.length === 0) return;
  await sql`
    insert into payment_look_alike (payment_id, booked_id)
    select * from unnest(${pairs.map((one) => one.paymentId)}::bigint[], ${pairs.map((one) => one.bookedId)}::bigint[])
    on conflict do nothing`.execute(tx);
}

/** More than a person compares. */
const MAX_SHOWN = 20;

/** The payments with those that each of them resembles, whichever of the two was loaded first. */
export async function withLookAlikes(db: Db, payments: readonly Payment[]): Promise<ComparedPayment[]> {
  const ids = payments.map((one) => one.id);
  const pairs = await rows(
    db,
    sql<{ id: number; other: number }>`
      select asked.id, pair.other from unnest(${ids}::bigint[]) as asked (id) cross join lateral (
        (select booked_id as other from payment_look_alike where payment_id = asked.id order by 1 limit ${MAX_SHOWN})
        union
        (select payment_id from payment_look_alike where booked_id = asked.id order by 1 limit ${MAX_SHOWN})
        order by other limit ${MAX_SHOWN}
      ) pair order by pair.other`,
  );
  const others = new Map(
    (
      await findPayments(
        db,
        pairs.map((pair) => pair.other),
      )
    ).map((one) => [one.id, one]),
  );
  return payments.map((payment) => ({
    ...payment,
    lookAlikes: pairs.flatMap(({ id, other }) => (id === payment.id ? (others.get(other) ?? []) : [])),
  }));
}

/** Whether another file's row of the same payment order is booked, however it writes the number, account and purpose. */
export async function isReturnBookedElsewhere(tx: Db, id: number): Promise<boolean> {
  const found = await rows(
    tx,
    sql<{ number: string; said: string }>`
      select booked.number, said.number as said from advance_return said join advance_return booked
        on booked.company_id = said.company_id and booked.dated_on = said.dated_on
        and booked.debited_on = said.debited_on and booked.sum_kopecks = said.sum_kopecks
        and booked.statement_id <> said.statement_id
      where said.id = ${id} and booked.state = 'booked'`,
  );
  return found.some(({ number, said }) => bareNumber(number) === bareNumber(said));
}

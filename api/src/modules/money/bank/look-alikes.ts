import { sql } from 'kysely';
import { type Db, rows } from '../../../db/database.ts';
import { countByTurnover } from './known-payments.ts';
import type { BookingFile } from './booking-file.ts';
import type { BankCount, ComparedPayment, IncomingPayment, LookAlike, Payment } from './payment.ts';
import { findPayments } from './payment-list-store.ts';
import { type PaymentOrder, bareNumber, isSameOrder } from './booked-orders.ts';

/**
 * Finds which payments may have been booked before, by key. The rule for accountants is in docs/operations/bank.md. A
 * match of the whole order in another file is the same order, whatever the bank's turnover. Within one file, and where
 * only payer, day and sum agree, the bank's own turnover decides: two rows of one file may be two payments, and so may
 * two numbers. The file's known orders were read for these payments.
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
    const meant = await findLookAlike(tx, file, { payment, order, earlier });
    if (meant.length > 0) found.set(payment.key, meant);
    earlier.push({ key: payment.key, order });
  }
  return found;
}

async function findLookAlike(
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
    ...earlier.filter((item) => isSameOrder(item.order, order)).map(({ key }) => ({ key })),
  ];
  const likeElsewhere = known.likeElsewhere(order);
  const isDoubtful = sameInFile.length > 0 || likeElsewhere.length > sameElsewhere.length;
  const count = isDoubtful ? await countOnce(tx, file, payment) : 'unknown';
  const elsewhere = count === 'fewer' ? [...sameElsewhere, ...likeElsewhere] : sameElsewhere;
  const ids = [...new Set(elsewhere.map(({ id }) => id))].map((id) => ({ id }));
  return [...ids, ...(count === 'as-many' ? [] : sameInFile)];
}

/** The bank's turnover of a day is the same for each document of the file, so it is counted once. */
async function countOnce(tx: Db, file: BookingFile, payment: IncomingPayment): Promise<BankCount> {
  const day = `${payment.account} ${payment.document.creditedOn}`;
  const count = file.counts.get(day) ?? (await countByTurnover(tx, file, payment));
  file.counts.set(day, count);
  return count;
}

/** Extracts the payment order that a document represents. */
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

export async function insertLookAlikes(
  tx: Db,
  pairs: readonly { paymentId: number; bookedId: number }[],
): Promise<void> {
  if (pairs.length === 0) return;
  await sql`
    insert into payment_look_alike (payment_id, booked_id)
    select * from unnest(${pairs.map((pair) => pair.paymentId)}::bigint[], ${pairs.map((pair) => pair.bookedId)}::bigint[])
    on conflict do nothing`.execute(tx);
}

/** More than a person compares. */
const MAX_SHOWN = 20;

/** The payments with those that each of them resembles, whichever of the two was loaded first. */
export async function withLookAlikes(db: Db, payments: readonly Payment[]): Promise<ComparedPayment[]> {
  const ids = payments.map((payment) => payment.id);
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
    ).map((payment) => [payment.id, payment]),
  );
  return payments.map((payment) => ({
    ...payment,
    lookAlikes: pairs.flatMap(({ id, other }) => (id === payment.id ? (others.get(other) ?? []) : [])),
  }));
}

/**
 * Returns whether another file's row of the same payment order is booked, however it writes the number, account and
 * purpose.
 */
export async function isReturnBookedElsewhere(tx: Db, id: number): Promise<boolean> {
  const found = await rows(
    tx,
    sql<{ number: string; requested: string }>`
      select booked.number, request.number as requested from advance_return request join advance_return booked
        on booked.company_id = request.company_id and booked.dated_on = request.dated_on
        and booked.debited_on = request.debited_on and booked.sum_kopecks = request.sum_kopecks
        and booked.statement_id <> request.statement_id
      where request.id = ${id} and booked.state = 'booked'`,
  );
  return found.some(({ number, requested }) => bareNumber(number) === bareNumber(requested));
}

import type { BankCount, IncomingPayment } from './payment.ts';
import type { AccountPlace } from '../ledger/account.ts';
import type { Db } from '../../../db/database.ts';
import {
  bareNumber,
  isLikePayment,
  isSameOrder,
  listOrdersAfter,
  type BookedOrder,
  type PaymentOrder,
} from './booked-orders.ts';

/** A file that is being booked, and what its parts share. */
export interface BookingFile {
  id: number;
  /** Staff member who loaded the file. Null if it came from the bank's API, which confirms its contents. */
  staffId: number | null;
  /** Whether the bank's own figures confirm a payment. */
  isConfirmedByBank: (payment: IncomingPayment) => boolean;
  paymentsOfAccount: ReadonlyMap<string, readonly IncomingPayment[]>;
  known: KnownOrders;
  /** Counts by the bank's turnover, by account and day. */
  counts: Map<string, BankCount>;
}

/** `payments`: all that the file has brought, each once. */
export function openBookingFile(
  file: Pick<BookingFile, 'id' | 'staffId' | 'isConfirmedByBank'>,
  payments: readonly IncomingPayment[],
): BookingFile {
  return {
    ...file,
    paymentsOfAccount: Map.groupBy(payments, (payment) => payment.account),
    known: trackKnownOrders(file.id),
    counts: new Map(),
  };
}

/** The two accounts between which a company's payments and returns move. */
export function bankPlaces(companyId: number): { bank: AccountPlace; unallocated: AccountPlace } {
  return { bank: { companyId, kind: 'bank' }, unallocated: { companyId, kind: 'unallocated' } };
}

/** More than a person compares. */
const MAX_LOOK_ALIKES = 20;
const BATCH_SIZE = 1000;

/** Orders under one name of a payer. Those without an INN may belong to any payer. */
interface PayerOrders {
  named: Map<string, BookedOrder[]>;
  nameless: BookedOrder[];
}

/** Payments in the books of one day and sum. */
interface Bucket {
  /** The newest that was read. */
  lastId: number;
  /** Orders of other files. */
  others: PayerOrders;
  othersByNumber: Map<string, PayerOrders>;
  ownByNumber: Map<string, PayerOrders>;
}

/** Begins to follow what the books know of the orders of one file. */
function trackKnownOrders(fileId: number): KnownOrders {
  return new KnownOrders(fileId);
}

/**
 * The payments that documents of one file may resemble. Each row of the books is read once while the file is booked, and
 * found by number and payer, so that a file of equal documents costs as much as one of different ones.
 */
class KnownOrders {
  readonly #fileId: number;
  readonly #buckets = new Map<string, Bucket>();

  constructor(fileId: number) {
    this.#fileId = fileId;
  }

  /** Reads what has been booked since the last time. Call it in turn, before the part's own payments are inserted. */
  async read(tx: Db, orders: readonly PaymentOrder[]): Promise<void> {
    const wanted = new Map(orders.map((order) => [dayAndSum(order), order]));
    for (let isMore = wanted.size > 0; isMore;) {
      const found = await listOrdersAfter(
        tx,
        [...wanted].map(([key, order]) => ({ ...order, afterId: this.#buckets.get(key)?.lastId ?? 0 })),
        BATCH_SIZE,
      );
      for (const order of found) this.#add(order);
      isMore = found.length === BATCH_SIZE;
    }
  }

  /** Returns whether another file has brought an order of this day, sum and number. */
  hasNumber(order: PaymentOrder): boolean {
    return this.#buckets.get(dayAndSum(order))?.othersByNumber.has(bareNumber(order.number)) === true;
  }

  /** Lists the earlier rows of this file with the order, however it writes the number; the oldest first, 20 at most. */
  sameInFile(order: PaymentOrder): BookedOrder[] {
    return pick(
      this.#buckets.get(dayAndSum(order))?.ownByNumber.get(bareNumber(order.number)),
      order,
      isSameOrder,
    );
  }

  /** Lists the rows of other files with the order. */
  sameElsewhere(order: PaymentOrder): BookedOrder[] {
    return pick(
      this.#buckets.get(dayAndSum(order))?.othersByNumber.get(bareNumber(order.number)),
      order,
      isSameOrder,
    );
  }

  /** Payments of other files whose payer, day and sum agree. */
  likeElsewhere(order: PaymentOrder): BookedOrder[] {
    return pick(this.#buckets.get(dayAndSum(order))?.others, order, isLikePayment);
  }

  #add(order: BookedOrder): void {
    const key = dayAndSum(order);
    const bucket = this.#buckets.get(key) ?? {
      lastId: 0,
      others: byPayer(),
      othersByNumber: new Map(),
      ownByNumber: new Map(),
    };
    this.#buckets.set(key, bucket);
    bucket.lastId = Math.max(bucket.lastId, order.id);
    const isOwn = order.fileId === this.#fileId;
    if (!isOwn) put(bucket.others, order);
    const byNumber = isOwn ? bucket.ownByNumber : bucket.othersByNumber;
    const number = bareNumber(order.number);
    const sameNumber = byNumber.get(number) ?? byPayer();
    byNumber.set(number, sameNumber);
    put(sameNumber, order);
  }
}

function dayAndSum({ datedOn, sumKopecks }: PaymentOrder): string {
  return `${datedOn} ${sumKopecks}`;
}

function byPayer(): PayerOrders {
  return { named: new Map(), nameless: [] };
}

function put({ named, nameless }: PayerOrders, order: BookedOrder): void {
  const { inn } = order.payer;
  if (inn === '') nameless.push(order);
  else if (named.has(inn)) named.get(inn)?.push(order);
  else named.set(inn, [order]);
}

function pick(
  from: PayerOrders | undefined,
  order: PaymentOrder,
  isMeant: (a: PaymentOrder, b: PaymentOrder) => boolean,
): BookedOrder[] {
  if (!from) return [];
  const { inn } = order.payer;
  const lists = [from.nameless, ...(inn === '' ? from.named.values() : [from.named.get(inn) ?? []])];
  const found: BookedOrder[] = [];
  for (const list of lists)
    for (const known of list) {
      if (isMeant(known, order)) found.push(known);
      if (found.length === MAX_LOOK_ALIKES) return oldestFirst(found);
    }
  return oldestFirst(found);
}

function oldestFirst(orders: BookedOrder[]): BookedOrder[] {
  return orders.sort((left, right) => left.id - right.id);
}

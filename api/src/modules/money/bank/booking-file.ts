import { trackKnownOrders, type KnownOrders } from './track-known-orders.ts';
import type { BankCount, IncomingPayment } from './payment.ts';
import type { AccountPlace } from '../ledger/account.ts';

/** A file that is being booked, and what its parts share. */
export interface BookingFile {
  id: number;
  /** Staff member who loaded the file. Null if it came from the bank's API, which confirms its contents. */
  staffId: number | null;
  /** Whether the bank's own figures confirm a payment. */
  isBorneOut: (payment: IncomingPayment) => boolean;
  paymentsOfAccount: ReadonlyMap<string, readonly IncomingPayment[]>;
  known: KnownOrders;
  /** Counts by the bank's turnover, by account and day. */
  counts: Map<string, BankCount>;
}

/** `payments`: all that the file has brought, each once. */
export function openBookingFile(
  file: Pick<BookingFile, 'id' | 'staffId' | 'isBorneOut'>,
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

import type { Kopecks } from '#contract/kopecks.ts';

/** `asked`: the bank has not answered yet, so there is no link. */
export type FastPaymentState = 'asked' | 'waiting' | 'paid' | 'expired' | 'refused';

/** A payment of an invoice by СБП that the bank was asked for. */
export interface FastPaymentOrder {
  id: number;
  companyId: number;
  invoiceId: number;
  sum: Kopecks;
  state: FastPaymentState;
  bankOrder: string | null;
  link: string | null;
  purpose: string | null;
  askedAt: Date;
  expiresAt: Date;
  /** Its money is on the company's account. */
  isCredited: boolean;
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** A link is good for this long. */
export const LINK_LASTS_MS = 24 * HOUR;
/** A bank that says nothing final for so long after the end is not asked any more. */
export const GIVEN_UP_AFTER_MS = 7 * 24 * HOUR;

/** When to ask the bank again: soon while somebody probably looks at the page, then more and more rarely. */
export function pauseAfter(askedAt: Date, now: Date): number {
  const age = now.getTime() - askedAt.getTime();
  if (age < 10 * MINUTE) return 2 * SECOND;
  if (age < HOUR) return 15 * SECOND;
  if (age < LINK_LASTS_MS + HOUR) return 2 * MINUTE;
  return HOUR;
}

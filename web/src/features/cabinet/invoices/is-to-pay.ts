import type { Invoice } from '#contract/money/money.ts';

/** Whether an invoice can still be paid in time on `today`, `YYYY-MM-DD`: as the server counts what is to be paid. */
export function isToPay({ status_id: status, payment_due_date: due }: Invoice, today: string): boolean {
  return (status === 'waiting' || status === 'partly') && due.date.slice(0, 10) >= today;
}

import type { StatusTone } from '../../../ui/text/StatusLabel.tsx';
import type { Payment } from '#contract/money/bank.ts';

export const PAYMENT_STATES: Record<Payment['state'], { title: string; tone: StatusTone }> = {
  review: { title: 'На разборе', tone: 'wait' },
  credited: { title: 'Зачислен', tone: 'go' },
  assigned: { title: 'Зачислен вручную', tone: 'go' },
  refund: { title: 'Возврат', tone: 'wait' },
  duplicate: { title: 'Повтор', tone: 'neutral' },
  network: { title: 'От сети', tone: 'go' },
};

/** «счёт М-000048», «счета М-000048, М-000050», «без счёта». */
export function formatInvoices(invoices: Payment['invoices']): string {
  if (invoices.length === 0) return 'без счёта';
  const numbers = invoices.map(({ number }) => number).join(', ');
  return `${invoices.length > 1 ? 'счета' : 'счёт'}\u00a0${numbers}`;
}

/** Returns whether the payment waits for a person. */
export function isTask({ state }: Pick<Payment, 'state'>): boolean {
  return state === 'review' || state === 'refund';
}

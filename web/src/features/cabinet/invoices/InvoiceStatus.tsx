import { StatusLabel, type StatusTone } from '../../../ui/text/StatusLabel.tsx';
import type { Invoice } from '#contract/money/money.ts';

const TONE: Record<Invoice['status_id'], StatusTone> = {
  waiting: 'wait',
  partly: 'wait',
  paid: 'go',
  overpaid: 'go',
  cancelled: 'neutral',
};

export function InvoiceStatus({ invoice }: { invoice: Pick<Invoice, 'status' | 'status_id'> }) {
  return <StatusLabel tone={TONE[invoice.status_id]}>{invoice.status}</StatusLabel>;
}

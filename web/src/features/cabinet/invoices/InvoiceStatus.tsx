import { StatusLabel, type StatusTone } from '../../../ui/text/StatusLabel.tsx';
import type { Invoice } from '#contract/money/money.ts';

const TONE: Record<Invoice['status_id'], StatusTone> = {
  waiting: 'wait',
  partly: 'wait',
  paid: 'go',
  overpaid: 'go',
  cancelled: 'neutral',
};

type Props = {
  invoice: Pick<Invoice, 'status' | 'status_id'>;
  /** In a list, a paid invoice is the normal one and asks for no attention. */
  quiet?: boolean;
};

export function InvoiceStatus({ invoice, quiet = false }: Props) {
  if (quiet && invoice.status_id === 'paid') return <span className="ink-2">{invoice.status}</span>;
  return <StatusLabel tone={TONE[invoice.status_id]}>{invoice.status}</StatusLabel>;
}

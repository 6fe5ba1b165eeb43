import { NETWORK_INVOICE_STATE_TITLE, type NetworkInvoice } from '#contract/fuel/network-invoices.ts';
import { StatusLabel, type StatusTone } from '../../../ui/text/StatusLabel.tsx';

const TONE: Record<NetworkInvoice['state'], StatusTone> = {
  checking: 'wait',
  disputed: 'stop',
  accepted: 'neutral',
  paid: 'go',
};

/** Shows the state of an invoice. */
export function describeInvoiceState({ state, progress, undecided }: NetworkInvoice): string {
  const title = NETWORK_INVOICE_STATE_TITLE[state];
  if (progress) return `${title}: ${progress.done} из ${progress.total}`;
  return state === 'checking' && undecided === 0 ? 'Можно принять' : title;
}

export function InvoiceState({ invoice }: { invoice: NetworkInvoice }) {
  return <StatusLabel tone={TONE[invoice.state]}>{describeInvoiceState(invoice)}</StatusLabel>;
}

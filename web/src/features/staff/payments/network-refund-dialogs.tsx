import { listNetworkInvoices } from '#contract/fuel/network-invoices.ts';
import { listPayments, type Payment } from '#contract/money/bank.ts';
import { bookNetworkRefund, undoNetworkRefund } from '#contract/money/network-refunds.ts';
import { defineReasonDialog } from '../../../staff/define-reason-dialog.tsx';
import { Money } from '../../../ui/text/Money.tsx';

const REFRESH = [listPayments, listNetworkInvoices];

/** Books a payment as money that the network with its payer's INN gives back. */
export const BookRefundDialog = defineReasonDialog({
  title: 'Учесть возврат от сети',
  submitLabel: 'Учесть возврат',
  name: 'Возврат от сети',
  call: bookNetworkRefund,
  input: ({ id, network }: Payment, note) => ({
    params: { id },
    body: { partner_id: network?.id ?? 0, note },
  }),
  refresh: REFRESH,
  text: ({ sum, network }) => (
    <p>
      <Money value={sum} size="title" /> вернула сеть «{network?.title}». На эту сумму уменьшится оплаченное
      ей; деньги клиентов не меняются.
    </p>
  ),
});

/** Takes such a booking back; the payment waits again. */
export const UndoRefundDialog = defineReasonDialog({
  title: 'Отменить возврат от сети',
  submitLabel: 'Отменить возврат',
  name: 'Отмена возврата от сети',
  call: undoNetworkRefund,
  input: ({ id }: Payment, note) => ({ params: { id }, body: { note } }),
  refresh: REFRESH,
  text: ({ sum, network }) => (
    <p>
      <Money value={sum} size="title" /> от сети «{network?.title}» снова будут ждать разбора, а оплаченное
      сети увеличится на эту сумму.
    </p>
  ),
});

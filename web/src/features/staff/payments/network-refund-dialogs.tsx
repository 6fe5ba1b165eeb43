import { listNetworkInvoices } from '#contract/fuel/network-invoices.ts';
import { listPayments, type Payment } from '#contract/money/bank.ts';
import {
  bookNetworkRefund,
  NETWORK_REFUND_KIND_TITLE,
  undoNetworkRefund,
} from '#contract/money/network-refunds.ts';
import { FormModal } from '../../../forms/FormModal.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { formatMoney } from '../../../lib/format.ts';
import { defineReasonDialog } from '../../../staff/define-reason-dialog.tsx';
import { useStaffAction } from '../../../staff/use-staff-action.ts';
import { useRead } from '../../../state/use-call.ts';
import { Select } from '../../../ui/fields/Select.tsx';
import { TextArea } from '../../../ui/fields/TextField.tsx';
import { Money } from '../../../ui/text/Money.tsx';

const REFRESH = [listPayments, listNetworkInvoices];

/** Books a payment as money of the network with its payer's INN: given back, for a claim or not, or a bonus. */
export function BookRefundDialog({ item: payment, onClose }: { item: Payment; onClose: () => void }) {
  const { id, sum, network } = payment;
  const form = useForm({
    values: { what: 'refund', note: '' },
    wire: { what: 'claim_id' },
  });
  const { what, note } = form.values;
  const action = useStaffAction(bookNetworkRefund, { name: 'Возврат от сети', refresh: REFRESH });
  const read = useRead(listNetworkInvoices, { query: {} });
  const claims = read.data?.meta.networks.find((known) => known.partner_id === network?.id)?.claims ?? [];
  const isBonus = what === 'bonus';
  const claimId = what === 'refund' || isBonus ? null : Number(what);
  return (
    <FormModal
      form={form}
      action={action}
      title="Учесть возврат от сети"
      submitLabel={`${isBonus ? 'Учесть бонус' : 'Учесть возврат'} ${formatMoney(sum)}`}
      disabledReason={note.trim() ? null : 'Укажите основание'}
      onSubmit={() =>
        action.mutate(
          {
            params: { id },
            body: {
              partner_id: network?.id ?? 0,
              kind: isBonus ? 'bonus' : 'refund',
              ...(claimId !== null && { claim_id: claimId }),
              note,
            },
          },
          { onSuccess: onClose },
        )
      }
      onClose={onClose}
    >
      <p>
        <Money value={sum} size="title" /> пришли от сети «{network?.title}».{' '}
        {isBonus
          ? 'Бонус не уменьшает оплаченное ей и виден отдельно.'
          : 'На эту сумму уменьшится оплаченное ей.'}{' '}
        Деньги клиентов не меняются.
      </p>
      <Select
        label="Что это"
        disabled={action.isPending}
        options={[
          { value: 'refund', label: NETWORK_REFUND_KIND_TITLE.refund },
          ...claims.map((claim) => ({
            value: String(claim.id),
            label: `Претензия по счёту № ${claim.invoice_number}, ждём ${formatMoney(claim.sum - claim.returned)}`,
          })),
          { value: 'bonus', label: NETWORK_REFUND_KIND_TITLE.bonus },
        ]}
        {...form.field('what')}
      />
      <TextArea
        label="Основание, останется в журнале"
        maxLength={500}
        rows={2}
        readOnly={action.isPending}
        {...form.field('note')}
        autoFocus
      />
    </FormModal>
  );
}

/** Takes such a booking back; the payment waits again. */
export const UndoRefundDialog = defineReasonDialog({
  title: 'Отменить учёт платежа сети',
  submitLabel: 'Отменить возврат',
  name: 'Отмена возврата от сети',
  call: undoNetworkRefund,
  input: ({ id }: Payment, note) => ({ params: { id }, body: { note } }),
  refresh: REFRESH,
  text: ({ sum, network }) => (
    <p>
      <Money value={sum} size="title" /> от сети «{network?.title}» снова будут ждать разбора. Возврат
      перестанет уменьшать оплаченное сети, а претензия снова откроется.
    </p>
  ),
});

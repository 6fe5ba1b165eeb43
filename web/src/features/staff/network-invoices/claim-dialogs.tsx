import {
  acceptNetworkInvoice,
  listNetworkInvoices,
  readNetworkInvoice,
  type NetworkInvoiceFile,
} from '#contract/fuel/network-invoices.ts';
import { endNetworkClaim, type NetworkClaim, type NetworkClaimEnd } from '#contract/fuel/network-claims.ts';
import { listNetworkInvoiceLines } from '#contract/fuel/network-invoice-lines.ts';
import { readMoney } from '#contract/kopecks.ts';
import { counted } from '#contract/values/counted.ts';
import { FormModal } from '../../../forms/FormModal.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { defineReasonDialog } from '../../../staff/define-reason-dialog.tsx';
import { useStaffAction } from '../../../staff/use-staff-action.ts';
import { TextArea, TextField } from '../../../ui/fields/TextField.tsx';
import { Money } from '../../../ui/text/Money.tsx';

const MAX_DIGITS = 11;
const LINES = ['строка', 'строки', 'строк'] as const;
const REFRESH = [readNetworkInvoice, listNetworkInvoiceLines, listNetworkInvoices];

type ClaimModalProps = { item: NetworkInvoiceFile; onClose: () => void };

/** Accepts an invoice with disputed lines for what is agreed, and claims the rest back. */
export function AcceptWithClaimModal({ item: invoice, onClose }: ClaimModalProps) {
  const form = useForm({
    values: { sum: invoice.claimable > 0 ? String(invoice.claimable).replace('.', ',') : '', note: '' },
    wire: { sum: 'claim.sum', note: 'claim.note' },
  });
  const { sum, note } = form.values;
  const action = useStaffAction(acceptNetworkInvoice, { name: 'Приёмка счёта сети', refresh: REFRESH });
  const read = readMoney(sum, MAX_DIGITS);
  const claimed = read.ok ? read.kopecks / 100 : 0;
  const agreed = Math.round((invoice.sum - claimed) * 100) / 100;
  const problem = !read.ok
    ? read.message
    : claimed === 0
      ? 'Укажите, сколько вернёт сеть'
      : agreed < 0
        ? 'Больше суммы счёта'
        : note.trim()
          ? null
          : 'Укажите основание';
  return (
    <FormModal
      form={form}
      action={action}
      title="Принять без спорного"
      submitLabel="Принять счёт"
      disabledReason={problem}
      onSubmit={() =>
        action.mutate({ params: { id: invoice.id }, body: { claim: { sum, note } } }, { onSuccess: onClose })
      }
      onClose={onClose}
    >
      <p>
        Счёт №&nbsp;{invoice.number} сети {invoice.partner.title}: в споре {counted(invoice.disputed, LINES)}.
        Спорную сумму сеть вернёт или зачтёт, остальное принимаем к оплате. После этого строки не изменить.
      </p>
      <TextField
        label="Сеть вернёт"
        help={
          <span role="status">
            По спорным строкам: <Money value={invoice.claimable} />. К оплате останется:{' '}
            <Money value={Math.max(0, agreed)} />
          </span>
        }
        inputMode="decimal"
        suffix="₽"
        autoComplete="off"
        readOnly={action.isPending}
        {...form.field('sum')}
        autoFocus
      />
      <TextArea
        label="Основание претензии, останется в журнале"
        maxLength={500}
        rows={2}
        readOnly={action.isPending}
        {...form.field('note')}
      />
    </FormModal>
  );
}

/** The network has billed less instead of giving money back. */
export const OffsetClaimDialog = defineClaimEnd('offset', {
  title: 'Претензия зачтена',
  label: 'Каким документом сеть зачла, останется в журнале',
  text: 'сеть не вернёт деньгами: она уменьшила следующий счёт или прислала корректировку. К оплате по этому счёту ничего не меняется.',
});

/** The network was right. */
export const WithdrawClaimDialog = defineClaimEnd('withdrawn', {
  title: 'Отозвать претензию',
  label: 'Почему отзываем, останется в журнале',
  text: 'снова к оплате: сеть права, и счёт принят полностью.',
});

function defineClaimEnd(
  outcome: NetworkClaimEnd,
  { title, label, text }: { title: string; label: string; text: string },
) {
  return defineReasonDialog({
    title,
    submitLabel: title,
    label,
    name: 'Претензия к сети',
    call: endNetworkClaim,
    input: ({ id }: NetworkClaim, note) => ({ params: { id }, body: { outcome, note } }),
    refresh: REFRESH,
    text: ({ sum, returned }) => (
      <p>
        <Money value={Math.round((sum - returned) * 100) / 100} size="title" /> {text}
      </p>
    ),
  });
}

import {
  acceptNetworkInvoice,
  listNetworkInvoices,
  readNetworkInvoice,
  type NetworkInvoiceFile,
} from '#contract/fuel/network-invoices.ts';
import {
  decideNetworkInvoiceLines,
  listNetworkInvoiceLines,
  type InvoiceLineGroup,
} from '#contract/fuel/network-invoice-lines.ts';
import { counted } from '#contract/values/counted.ts';
import { formatMoney } from '../../../lib/format.ts';
import { defineReasonDialog } from '../../../staff/define-reason-dialog.tsx';
import { Money } from '../../../ui/text/Money.tsx';

const REFRESH = [readNetworkInvoice, listNetworkInvoiceLines, listNetworkInvoices];
const LINES = ['строка', 'строки', 'строк'] as const;
/** The same after a verb: «принять 1 строку». */
const LINES_ACCUSATIVE = ['строку', 'строки', 'строк'] as const;

export const AcceptInvoiceDialog = defineReasonDialog({
  title: 'Принять счёт',
  submitLabel: ({ sum }: NetworkInvoiceFile) => `Принять счёт на ${formatMoney(sum)}`,
  label: null,
  name: 'Приёмка счёта сети',
  call: acceptNetworkInvoice,
  input: ({ id }: NetworkInvoiceFile) => ({ params: { id }, body: {} }),
  refresh: REFRESH,
  text: ({ partner, number, sum }) => (
    <p>
      <Money value={sum} size="title" /> к оплате сети {partner.title} по счёту №&nbsp;{number}. После этого
      его строки не изменить.
    </p>
  ),
});

/** Lines that are decided together: by their ids, or all of a group that are open. */
export type ChosenLines = {
  invoiceId: number;
  count: number;
  which: { lines: number[] } | { group: InvoiceLineGroup };
};

export const AcceptLinesDialog = defineReasonDialog({
  title: 'Принять расхождения',
  submitLabel: ({ count }: ChosenLines) => `Принять ${counted(count, LINES_ACCUSATIVE)}`,
  label: 'Почему принимаем, останется в журнале',
  missing: 'Укажите, почему принимаем',
  name: 'Решение о расхождениях',
  call: decideNetworkInvoiceLines,
  input: ({ invoiceId, which }: ChosenLines, note) => ({
    params: { id: invoiceId },
    body: { ...which, decision: 'accepted' as const, note },
  }),
  refresh: REFRESH,
  text: ({ count }) => (
    <p>
      {counted(count, LINES)}: считаем верными данные сети. Деньги клиентов это не двигает; если клиенту надо
      доначислить или вернуть, сделайте это на его странице.
    </p>
  ),
});

export const DisputeLinesDialog = defineReasonDialog({
  title: 'Спорить с сетью',
  submitLabel: 'Отметить «Спорим»',
  label: 'В чём несогласие, останется в журнале',
  missing: 'Укажите, в чём несогласие',
  name: 'Решение о расхождениях',
  call: decideNetworkInvoiceLines,
  input: ({ invoiceId, which }: ChosenLines, note) => ({
    params: { id: invoiceId },
    body: { ...which, decision: 'disputed' as const, note },
  }),
  refresh: REFRESH,
  text: ({ count }) => (
    <p>
      {counted(count, LINES)}. Счёт останется в споре, пока вы не примете эти строки, сеть их не исправит или
      вы не примете счёт без спорной суммы.
    </p>
  ),
});

export const RequestLinesDialog = defineReasonDialog({
  title: 'Запросить у сети',
  submitLabel: ({ count }: ChosenLines) => `Запросить ${counted(count, LINES_ACCUSATIVE)}`,
  label: 'Комментарий, останется в журнале',
  missing: 'Укажите, что проверяем',
  name: 'Запрос заправок у сети',
  call: decideNetworkInvoiceLines,
  input: ({ invoiceId, which }: ChosenLines, note) => ({
    params: { id: invoiceId },
    body: { ...which, decision: 'requested' as const, note },
  }),
  refresh: REFRESH,
  text: ({ count }) => (
    <p>
      {counted(count, LINES)}. Мы ещё раз прочитаем у сети заправки за период счёта и сверим его снова.
      Найденные заправки спишутся с карт, как обычно.
    </p>
  ),
});

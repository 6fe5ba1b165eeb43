import {
  bookAdvanceReturn,
  dismissAdvanceReturn,
  listAdvanceReturns,
  type AdvanceReturn,
} from '#contract/money/advance-returns.ts';
import { reopenAdvanceReturn } from '#contract/money/corrections.ts';
import { formatMoney } from '../../../lib/format.ts';
import { defineReasonDialog } from '../../../staff/define-reason-dialog.tsx';
import { Money } from '../../../ui/text/Money.tsx';

/** Shows whose money is booked, how much, and what will be left. */
export const BookReturnDialog = defineReasonDialog({
  title: 'Списать со счёта',
  submitLabel: ({ sum }: AdvanceReturn) => `Списать ${formatMoney(sum)}`,
  label: null,
  name: 'Списание со счёта',
  call: bookAdvanceReturn,
  input: ({ id }: AdvanceReturn) => ({ params: { id }, body: {} }),
  refresh: [listAdvanceReturns],
  problem: (found) => (computeLeft(found) < 0 ? 'У клиента меньше своих средств' : null),
  text: (found) => {
    const { company, sum, own_sum: own } = found;
    const left = computeLeft(found);
    return (
      <>
        <p>
          <Money value={sum} size="title" /> уйдут из нераспределённых средств клиента №&nbsp;{company.id}{' '}
          {company.title} как возврат аванса.
        </p>
        {left < 0 ? (
          <p>
            Своих нераспределённых средств у него <Money value={own} />, не хватает <Money value={-left} />.
            Кредит авансом не возвращают, а деньги с карт и счетов сетей клиент сначала переводит обратно.
          </p>
        ) : (
          <p>
            После этого у клиента останется <Money value={left} /> своих нераспределённых средств. Строка
            появится в его акте сверки.
          </p>
        )}
      </>
    );
  },
});

/** A payment for something else does not change the client's account; the reason is stored. */
export const DismissReturnDialog = defineReasonDialog({
  title: 'Не возврат аванса',
  submitLabel: 'Подтвердить',
  label: 'За что был платёж, останется в журнале',
  missing: 'Укажите, за что был платёж',
  name: 'Не возврат аванса',
  call: dismissAdvanceReturn,
  input: ({ id }: AdvanceReturn, reason) => ({ params: { id }, body: { reason } }),
  refresh: [listAdvanceReturns],
  text: ({ company, sum }) => (
    <p>
      <Money value={sum} size="title" /> останутся на счёте клиента №&nbsp;{company.id} {company.title}.
      Решение потом можно отменить.
    </p>
  ),
});

/** Reverses a wrong decision, and shows beforehand what will happen to the money. */
export const ReopenReturnDialog = defineReasonDialog({
  title: 'Отменить решение',
  submitLabel: 'Отменить решение',
  label: 'Почему решение неверно, останется в журнале',
  missing: 'Укажите, почему решение неверно',
  name: 'Отмена решения',
  call: reopenAdvanceReturn,
  input: ({ id, revision }: AdvanceReturn, reason) => ({ params: { id }, body: { revision, reason } }),
  refresh: [listAdvanceReturns],
  text: ({ company, state, sum }) => (
    <>
      {state === 'booked' ? (
        <p>
          <Money value={sum} size="title" /> вернутся в нераспределённые средства клиента №&nbsp;{company.id}{' '}
          {company.title} встречной проводкой: обе строки останутся в его акте сверки.
        </p>
      ) : (
        <p>
          <Money value={sum} size="title" /> клиенту №&nbsp;{company.id} {company.title}: деньги не двинутся.
        </p>
      )}
      <p>Платёж снова будет ждать решения.</p>
    </>
  ),
});

function computeLeft({ own_sum: own, sum }: AdvanceReturn): number {
  return (Math.round(own * 100) - Math.round(sum * 100)) / 100;
}

import { bookAdvanceReturn, listAdvanceReturns } from '#contract/advance-returns.ts';
import { FormShell } from '../../forms/FormShell.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { Money } from '../../ui/Money.tsx';
import type { AdvanceReturn } from './AdvanceReturnList.tsx';
import { useStaffAction } from '../../staff/use-staff-action.ts';

/** Shows whose money is booked, how much, and what will be left. */
export function BookAdvanceReturnModal({ found, onClose }: { found: AdvanceReturn; onClose: () => void }) {
  const action = useStaffAction(bookAdvanceReturn, {
    name: 'Списание со счёта',
    refresh: [listAdvanceReturns],
  });
  const { company, sum, own_sum: own } = found;
  const left = (Math.round(own * 100) - Math.round(sum * 100)) / 100;
  const lacks = left < 0;

  return (
    <Modal opened onClose={onClose} title="Списать со счёта" busy={action.isPending}>
      <FormShell
        submitLabel="Списать"
        loading={action.isPending}
        error={action.error}
        disabledReason={lacks ? 'У клиента меньше своих средств' : null}
        onSubmit={() => action.mutate({ params: { id: found.id }, body: {} }, { onSuccess: onClose })}
      >
        <p>
          <Money value={sum} size="title" /> уйдут из нераспределённых средств клиента №&nbsp;{company.id}{' '}
          {company.title} как возврат аванса.
        </p>
        {lacks ? (
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
      </FormShell>
    </Modal>
  );
}

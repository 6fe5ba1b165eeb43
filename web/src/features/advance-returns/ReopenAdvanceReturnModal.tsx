import { listAdvanceReturns } from '#contract/advance-returns.ts';
import { reopenAdvanceReturn } from '#contract/corrections.ts';
import { Money } from '../../ui/Money.tsx';
import type { AdvanceReturn } from './AdvanceReturnList.tsx';
import { ReasonModal } from '../../staff/ReasonModal.tsx';
import { useStaffAction } from '../../staff/use-staff-action.ts';

/** Reverses a wrong decision, and shows beforehand what will happen to the money. */
export function ReopenAdvanceReturnModal({ found, onClose }: { found: AdvanceReturn; onClose: () => void }) {
  const action = useStaffAction(reopenAdvanceReturn, {
    name: 'Отмена решения',
    refresh: [listAdvanceReturns],
  });
  const { id, company, revision, state, sum } = found;
  return (
    <ReasonModal
      title="Отменить решение"
      submitLabel="Отменить решение"
      label="Почему решение неверно, останется в журнале"
      missing="Укажите, почему решение неверно"
      deed={action}
      onSubmit={(reason) =>
        action.mutate({ params: { id }, body: { revision, reason } }, { onSuccess: onClose })
      }
      onClose={onClose}
    >
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
    </ReasonModal>
  );
}

import { dismissAdvanceReturn, listAdvanceReturns } from '#contract/advance-returns.ts';
import { Money } from '../../ui/Money.tsx';
import type { AdvanceReturn } from './AdvanceReturnList.tsx';
import { ReasonModal } from '../../staff/ReasonModal.tsx';
import { useStaffAction } from '../../staff/use-staff-action.ts';

/** A payment for something else does not change the client's account; the reason is stored. */
export function DismissAdvanceReturnModal({ found, onClose }: { found: AdvanceReturn; onClose: () => void }) {
  const action = useStaffAction(dismissAdvanceReturn, {
    name: 'Не возврат аванса',
    refresh: [listAdvanceReturns],
  });
  return (
    <ReasonModal
      title="Не возврат аванса"
      submitLabel="Подтвердить"
      label="За что был платёж, останется в журнале"
      missing="Укажите, за что был платёж"
      deed={action}
      onSubmit={(reason) =>
        action.mutate({ params: { id: found.id }, body: { reason } }, { onSuccess: onClose })
      }
      onClose={onClose}
    >
      <p>
        <Money value={found.sum} size="title" /> останутся на счёте клиента №&nbsp;{found.company.id}{' '}
        {found.company.title}. Решение потом можно отменить.
      </p>
    </ReasonModal>
  );
}

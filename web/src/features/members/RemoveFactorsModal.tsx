import { removeFactors } from '#contract/recovery.ts';
import { listMembers } from '#contract/members.ts';
import { nameOfPerson } from '../../staff/name-of-person.ts';
import { ReasonModal } from '../../staff/ReasonModal.tsx';
import { useStaffAction } from '../../staff/use-staff-action.ts';
import type { Member } from './MemberList.tsx';

/** Frees a member who has lost the second factor; another owner confirms it. */
export function RemoveFactorsModal({ member, onClose }: { member: Member; onClose: () => void }) {
  const action = useStaffAction(removeFactors, { name: 'Снятие второго фактора', refresh: [listMembers] });
  return (
    <ReasonModal
      title={`Снять второй фактор: ${nameOfPerson(member)}`}
      submitLabel="Предложить"
      label="Как проверено, что это он"
      missing="Укажите, как проверено"
      deed={action}
      onSubmit={(reason) =>
        action.mutate({ params: { id: member.id }, body: { reason } }, { onSuccess: onClose })
      }
      onClose={onClose}
    >
      <p>
        Подтвердит другой владелец. Все сеансы завершатся, а при следующем входе сотрудник подключит второй
        фактор заново.
      </p>
    </ReasonModal>
  );
}

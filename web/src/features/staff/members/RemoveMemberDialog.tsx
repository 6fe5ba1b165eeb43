import { type Member, listMembers, removeMember } from '#contract/identity/members.ts';
import { nameOfPerson } from '../../../staff/name-of-person.ts';
import { useStaffAction } from '../../../staff/use-staff-action.ts';
import { ConfirmModal } from '../../../ui/layers/Modal.tsx';

export function RemoveMemberDialog({ item: member, onClose }: { item: Member; onClose: () => void }) {
  const action = useStaffAction(removeMember, {
    name: `Исключение: ${nameOfPerson(member)}`,
    refresh: [listMembers],
  });
  return (
    <ConfirmModal
      opened
      danger
      onClose={onClose}
      title={`Исключить: ${nameOfPerson(member)}?`}
      confirmLabel={member.role === 'owner' ? 'Предложить' : 'Исключить'}
      pending={action.isPending}
      error={action.error?.message ?? null}
      onConfirm={() => action.mutate({ params: { id: member.id } }, { onSuccess: onClose })}
    >
      <p>
        {member.role === 'owner'
          ? 'Владельца исключают вдвоём: подтвердит другой владелец. До этого всё остаётся как есть.'
          : 'Служебный раздел закроется для него сразу. Вернуть можно, добавив снова.'}
      </p>
    </ConfirmModal>
  );
}

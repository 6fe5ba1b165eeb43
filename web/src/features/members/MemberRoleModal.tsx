import { useState } from 'react';
import { changeMemberRole, listMembers } from '#contract/members.ts';
import { FormShell } from '../../forms/FormShell.tsx';
import { nameOfPerson } from '../../staff/name-of-person.ts';
import { useStaffAction } from '../../staff/use-staff-action.ts';
import { Modal } from '../../ui/Modal.tsx';
import type { Member } from './MemberList.tsx';
import { RoleChoice } from './RoleChoice.tsx';

export function MemberRoleModal({ member, onClose }: { member: Member; onClose: () => void }) {
  const [role, setRole] = useState(member.role);
  const action = useStaffAction(changeMemberRole, {
    name: `Роль: ${nameOfPerson(member)}`,
    refresh: [listMembers],
  });
  const byTwo = member.role === 'owner' || role === 'owner' || (role === 'treasurer' && role !== member.role);
  return (
    <Modal opened onClose={onClose} title={`Роль: ${nameOfPerson(member)}`} busy={action.isPending}>
      <FormShell
        submitLabel={byTwo ? 'Предложить' : 'Изменить'}
        loading={action.isPending}
        error={action.error}
        disabledReason={role === member.role ? 'Эта роль у сотрудника уже есть' : null}
        onSubmit={() => action.mutate({ params: { id: member.id }, body: { role } }, { onSuccess: onClose })}
      >
        <RoleChoice value={role} disabled={action.isPending} onChange={setRole} />
        {byTwo && (
          <p>
            Владельца и казначея назначают вдвоём, роль владельца меняют тоже: подтвердит другой владелец.
          </p>
        )}
      </FormShell>
    </Modal>
  );
}

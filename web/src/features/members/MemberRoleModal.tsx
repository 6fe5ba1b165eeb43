import { useState } from 'react';
import { changeMemberRole, listMembers } from '#contract/members.ts';
import { FormShell } from '../../forms/FormShell.tsx';
import { nameOfPerson } from '../../staff/name-of-person.ts';
import { useStaffDeed } from '../../staff/use-staff-deed.ts';
import { Modal } from '../../ui/Modal.tsx';
import type { Member } from './MemberList.tsx';
import { RoleChoice } from './RoleChoice.tsx';

export function MemberRoleModal({ member, onClose }: { member: Member; onClose: () => void }) {
  const [role, setRole] = useState(member.role);
  const deed = useStaffDeed(changeMemberRole, {
    name: `Роль: ${nameOfPerson(member)}`,
    refresh: [listMembers],
  });
  const byTwo = member.role === 'owner' || role === 'owner' || (role === 'treasurer' && role !== member.role);
  return (
    <Modal opened onClose={onClose} title={`Роль: ${nameOfPerson(member)}`} busy={deed.isPending}>
      <FormShell
        submitLabel={byTwo ? 'Предложить' : 'Изменить'}
        loading={deed.isPending}
        error={deed.error}
        disabledReason={role === member.role ? 'Эта роль у сотрудника уже есть' : null}
        onSubmit={() => deed.mutate({ params: { id: member.id }, body: { role } }, { onSuccess: onClose })}
      >
        <RoleChoice value={role} disabled={deed.isPending} onChange={setRole} />
        {byTwo && (
          <p>
            Владельца и казначея назначают вдвоём, роль владельца меняют тоже: подтвердит другой владелец.
          </p>
        )}
      </FormShell>
    </Modal>
  );
}

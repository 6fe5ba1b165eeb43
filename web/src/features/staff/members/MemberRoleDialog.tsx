import { changeMemberRole, listMembers, type Member } from '#contract/identity/members.ts';
import { FormModal } from '../../../forms/FormModal.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { nameOfPerson } from '../../../staff/name-of-person.ts';
import { useStaffAction } from '../../../staff/use-staff-action.ts';
import { RoleChoice } from './RoleChoice.tsx';

export function MemberRoleDialog({ item: member, onClose }: { item: Member; onClose: () => void }) {
  const form = useForm({ values: { role: member.role } });
  const { role } = form.values;
  const action = useStaffAction(changeMemberRole, {
    name: `Роль: ${nameOfPerson(member)}`,
    refresh: [listMembers],
  });
  const byTwo = member.role === 'owner' || role === 'owner' || (role === 'treasurer' && role !== member.role);
  return (
    <FormModal
      form={form}
      action={action}
      title={`Роль: ${nameOfPerson(member)}`}
      submitLabel={byTwo ? 'Предложить' : 'Изменить'}
      disabledReason={role === member.role ? 'Эта роль у сотрудника уже есть' : null}
      onSubmit={(body) => action.mutate({ params: { id: member.id }, body }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <RoleChoice {...form.field('role')} disabled={action.isPending} />
      {byTwo && (
        <p>Владельца и казначея назначают вдвоём, роль владельца меняют тоже: подтвердит другой владелец.</p>
      )}
    </FormModal>
  );
}

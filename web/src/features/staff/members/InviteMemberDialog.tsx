import { inviteMember, listMembers } from '#contract/identity/members.ts';
import type { StaffRole } from '#contract/staff-access.ts';
import { FormModal } from '../../../forms/FormModal.tsx';
import { NO_PERSON, PersonFields, personProblem, toPerson } from '../../../forms/PersonFields.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { useProposals } from '../../../staff/use-proposals.ts';
import { useStaffAction } from '../../../staff/use-staff-action.ts';
import { WaitingApprovals } from '../../../staff/WaitingApprovals.tsx';
import { RoleChoice } from './RoleChoice.tsx';

/** Adds a member by phone, or proposes to, where the role takes two owners. */
export function InviteMemberDialog({ onClose }: { onClose: () => void }) {
  const form = useForm({ values: { ...NO_PERSON, role: 'operator' as StaffRole } });
  const action = useStaffAction(inviteMember, { name: 'Новый сотрудник', refresh: [listMembers] });
  const proposals = useProposals('member', 'staff.manageStaff');
  const { phone } = toPerson(form.values);
  return (
    <FormModal
      form={form}
      action={action}
      title="Добавить сотрудника программы"
      submitLabel="Добавить"
      disabledReason={personProblem(form.values) ?? proposals.problem(inviteMember, { phone })}
      onSubmit={(person) =>
        action.mutate({ body: { ...toPerson(person), role: person.role } }, { onSuccess: onClose })
      }
      onClose={onClose}
    >
      <PersonFields form={form} readOnly={action.isPending} />
      <WaitingApprovals approvals={proposals.waiting({ phone }, inviteMember)} />
      <RoleChoice {...form.field('role')} disabled={action.isPending} />
      <p>
        Владельца и казначея назначают вдвоём; только единственный владелец назначает второго сам. Первые
        сутки новый сотрудник и те, кто дал ему роль, не подтверждают предложения друг друга.
      </p>
    </FormModal>
  );
}

import { ROLE_TITLE } from '#contract/access.ts';
import { inviteColleague } from '#contract/identity/colleagues.ts';
import { ROLE } from '#contract/ids.ts';
import { listInvitations } from '#contract/identity/invitations.ts';
import { useEndpointAction } from '../../../actions/use-endpoint-action.ts';
import { FormModal } from '../../../forms/FormModal.tsx';
import { NO_PERSON, PersonFields, personProblem, toPerson } from '../../../forms/PersonFields.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { Select } from '../../../ui/fields/Select.tsx';

/** Invites a colleague by phone; he signs in by a code like everyone else, and accepts himself. */
export function InviteColleagueDialog({ onClose }: { onClose: () => void }) {
  const form = useForm({ values: { ...NO_PERSON, role: String(ROLE.specialist) } });
  const { firstname, lastname } = form.values;
  const action = useEndpointAction(inviteColleague, {
    refresh: [listInvitations],
    left: { failed: `Сотрудник не добавлен: ${firstname} ${lastname}`.trim() },
  });
  return (
    <FormModal
      form={form}
      action={action}
      title="Добавить сотрудника"
      submitLabel="Добавить"
      disabledReason={personProblem(form.values)}
      onChange={action.reset}
      onSubmit={(person) =>
        action.mutate({ body: { ...toPerson(person), role_id: Number(person.role) } }, { onSuccess: onClose })
      }
      onClose={onClose}
    >
      <PersonFields form={form} readOnly={action.isPending} />
      <Select
        label="Роль"
        {...form.field('role')}
        disabled={action.isPending}
        options={[
          { value: String(ROLE.admin), label: ROLE_TITLE.admin },
          { value: String(ROLE.manager), label: ROLE_TITLE.manager },
          { value: String(ROLE.specialist), label: ROLE_TITLE.specialist },
        ]}
      />
      <p className="ink-2">Придёт СМС: сотрудник войдёт по этому телефону и сам примет приглашение.</p>
    </FormModal>
  );
}

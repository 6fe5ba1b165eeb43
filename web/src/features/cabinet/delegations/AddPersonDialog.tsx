import { addDelegatedPerson, listDelegations } from '#contract/companies/delegations.ts';
import { listColleagues } from '#contract/identity/colleagues.ts';
import { formatPhone } from '#contract/values/phone.ts';
import { useEndpointAction } from '../../../actions/use-endpoint-action.ts';
import { FormModal } from '../../../forms/FormModal.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { useRead } from '../../../state/use-call.ts';
import { Select } from '../../../ui/fields/Select.tsx';
import { InfoModal } from '../../../ui/layers/InfoModal.tsx';
import { ReadFailed } from '../../../ui/states/ReadFailed.tsx';
import { formatRole, type Delegation } from './delegation-text.ts';

type Props = { item: Delegation; onClose: () => void };

/** The firm's admin says which employee acts for the company. */
export function AddPersonDialog({ item: delegation, onClose }: Props) {
  const form = useForm({ values: { userId: '' } });
  const colleagues = useRead(listColleagues);
  const action = useEndpointAction(addDelegatedPerson, {
    refresh: [listDelegations],
    refreshAfter: ({ code }) => code === 404,
    left: { failed: `Сотрудник не назначен: ${delegation.company.title}` },
  });
  const named = new Set(delegation.people.map(({ id }) => id));
  const options = (colleagues.data?.data ?? [])
    .filter(({ id, role_id }) => role_id !== null && !named.has(id))
    .map(({ id, firstname, lastname, phone }) => ({
      value: String(id),
      label: [firstname, lastname].filter(Boolean).join(' ') || formatPhone(phone),
    }));
  if (colleagues.data && options.length === 0)
    return (
      <InfoModal title="Назначить сотрудника" onClose={onClose}>
        <p>Все сотрудники бухгалтерии уже работают в этой компании. Добавьте нового в разделе «Доступ».</p>
      </InfoModal>
    );
  return (
    <FormModal
      form={form}
      action={action}
      title="Назначить сотрудника"
      submitLabel="Назначить"
      disabledReason={form.values.userId === '' ? 'Выберите сотрудника' : null}
      onChange={action.reset}
      onSubmit={({ userId }) =>
        action.mutate(
          { params: { id: delegation.id }, body: { user_id: Number(userId) } },
          { onSuccess: onClose },
        )
      }
      onClose={onClose}
    >
      <ReadFailed what="Сотрудники не загрузились." reads={[colleagues]} />
      <Select
        label="Сотрудник"
        {...form.field('userId')}
        options={[{ value: '', label: 'Выберите' }, ...options]}
        disabled={action.isPending}
      />
      <p className="ink-2">
        Получит роль «{formatRole(delegation)}» в компании {delegation.company.title}. Её администратор видит
        имя и всё, что сделано.
      </p>
    </FormModal>
  );
}

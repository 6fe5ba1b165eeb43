import { assignSignal } from '#contract/fleet/signal-actions.ts';
import { listSignals } from '#contract/fleet/signals.ts';
import { useEndpointAction } from '../../../actions/use-endpoint-action.ts';
import { FormModal } from '../../../forms/FormModal.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { Select } from '../../../ui/fields/Select.tsx';
import { ownerOptions, type Person, type Signal } from './signal-labels.ts';

/** `signal` stands for its filling. */
type Props = { signal: Signal; people: readonly Person[]; onClose: () => void };

/** Assigns the filling to a colleague, who is notified tomorrow morning at the latest. */
export function AssignModal({ signal, people, onClose }: Props) {
  const form = useForm({ values: { owner: '' }, wire: { owner: 'owner_id' } });
  const { owner } = form.values;
  const action = useEndpointAction(assignSignal, {
    refresh: [listSignals],
    left: { failed: `Не удалось передать: ${signal.rule.title}` },
  });
  return (
    <FormModal
      form={form}
      submitLabel="Передать"
      action={action}
      disabledReason={owner === '' ? 'Выберите сотрудника' : null}
      onChange={action.reset}
      onSubmit={() =>
        action.mutate(
          { params: { id: signal.id }, body: { owner_id: Number(owner), filling: true } },
          { onSuccess: onClose },
        )
      }
      title="Кто разберёт"
      onClose={onClose}
    >
      <p>{signal.evidence}</p>
      <Select
        label="Сотрудник"
        placeholder="Выберите сотрудника"
        options={ownerOptions(people)}
        {...form.field('owner')}
      />
    </FormModal>
  );
}

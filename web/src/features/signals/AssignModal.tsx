import { useState } from 'react';
import { assignSignal } from '#contract/signal-actions.ts';
import { listSignals } from '#contract/signals.ts';
import { useEndpointAction } from '../../actions/use-endpoint-action.ts';
import { FormShell } from '../../forms/FormShell.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { Select } from '../../ui/Select.tsx';
import { ownerOptions, type Person, type Signal } from './signal-labels.ts';

type Props = { signal: Signal; people: readonly Person[]; onClose: () => void };

/** Assigns the signal to a colleague, who is notified tomorrow morning at the latest. */
export function AssignModal({ signal, people, onClose }: Props) {
  const [owner, setOwner] = useState('');
  const action = useEndpointAction(assignSignal, {
    refresh: [listSignals],
    left: { failed: `Не удалось передать: ${signal.rule.title}` },
  });
  return (
    <Modal opened onClose={onClose} title="Кто разберёт" busy={action.isPending}>
      <FormShell
        submitLabel="Передать"
        loading={action.isPending}
        error={action.error}
        ownFields={['owner_id']}
        disabledReason={owner === '' ? 'Выберите сотрудника' : null}
        onSubmit={() =>
          action.mutate(
            { params: { id: signal.id }, body: { owner_id: Number(owner) } },
            { onSuccess: onClose },
          )
        }
      >
        <p>{signal.evidence}</p>
        <Select
          label="Сотрудник"
          placeholder="Выберите сотрудника"
          options={ownerOptions(people)}
          value={owner}
          error={action.error?.fields.owner_id?.[0] ?? null}
          onChange={(next) => {
            setOwner(next);
            action.reset();
          }}
        />
      </FormShell>
    </Modal>
  );
}

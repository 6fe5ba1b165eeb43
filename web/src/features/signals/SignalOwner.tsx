import { can } from '#contract/access.ts';
import { setSignalOwner } from '#contract/signal-actions.ts';
import { listSignals } from '#contract/signals.ts';
import { useEndpointAction } from '../../actions/use-endpoint-action.ts';
import { useRole } from '../../server/session.ts';
import { Notice } from '../../ui/Notice.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { Select } from '../../ui/Select.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { ownerOptions, type Person } from './signal-labels.ts';

type Props = { owner: Person | null; people: readonly Person[] };

/** Sets who is responsible for signals whose rule names no one. */
export function SignalOwner({ owner, people }: Props) {
  const action = useEndpointAction(setSignalOwner, {
    refresh: [listSignals],
    left: { failed: 'Ответственный не назначен' },
  });
  const mayChange = can(useRole(), 'changeCard');
  return (
    <Panel title="Кто отвечает за сигналы">
      <Stack>
        {action.error && <Notice tone="error">{action.error.message}</Notice>}
        {mayChange ? (
          <Select
            label="Ответственный"
            options={[{ value: '', label: 'Никто: сводку получают администраторы' }, ...ownerOptions(people)]}
            value={owner ? String(owner.id) : ''}
            disabled={action.isPending}
            onChange={(next) => action.mutate({ body: { owner_id: next === '' ? null : Number(next) } })}
          />
        ) : (
          <p>{owner ? owner.name : 'Ответственного нет: сводку получают администраторы.'}</p>
        )}
        <p className="ink-2">
          В 8:30 по Москве приходит сводка: сколько нового, на какую сумму и сколько дней ждёт самый старый
          сигнал. В день без новостей не приходит ничего.
        </p>
      </Stack>
    </Panel>
  );
}

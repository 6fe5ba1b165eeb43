import { useState } from 'react';
import { setSignalRule } from '#contract/signal-actions.ts';
import type { SignalAction, SignalRuleKey } from '#contract/signal-rule.ts';
import { listSignals } from '#contract/signals.ts';
import { useEndpointAction } from '../../actions/use-endpoint-action.ts';
import { FormShell } from '../../forms/FormShell.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { Select } from '../../ui/Select.tsx';
import { ownerOptions, type Person } from './signal-labels.ts';

type Props = {
  rule: { key: SignalRuleKey; title: string; deed: SignalAction; owner: Person | null };
  people: readonly Person[];
  onClose: () => void;
};

const ACTION_OPTIONS = [
  { value: 'tell', label: 'Сообщить' },
  { value: 'close', label: 'Закрыть карту' },
] as const;

/** Sets what a rule does with its findings, and who is responsible for them. */
export function RuleModal({ rule, people, onClose }: Props) {
  const [does, setDoes] = useState<SignalAction>(rule.deed);
  const [owner, setOwner] = useState(rule.owner ? String(rule.owner.id) : '');
  const action = useEndpointAction(setSignalRule, {
    refresh: [listSignals],
    left: { failed: `Правило не изменено: ${rule.title}` },
  });
  return (
    <Modal opened onClose={onClose} title={rule.title} busy={action.isPending}>
      <FormShell
        submitLabel="Сохранить"
        loading={action.isPending}
        error={action.error}
        ownFields={['owner_id']}
        onSubmit={() =>
          action.mutate(
            {
              params: { key: rule.key },
              body: { deed: does, owner_id: owner === '' ? null : Number(owner) },
            },
            { onSuccess: onClose },
          )
        }
      >
        <Segmented label="Когда сработает" options={ACTION_OPTIONS} value={does} onChange={setDoes} />
        {does === 'close' && (
          <Notice tone="warn">
            Карта закроется в своей сети после следующей такой заправки. Пока сеть не ответит, по карте можно
            заправиться: это видно в сигнале. Причину увидит и водитель. Прежние заправки карту не закроют.
          </Notice>
        )}
        <Select
          label="Кто отвечает"
          options={[{ value: '', label: 'Как у всей компании' }, ...ownerOptions(people)]}
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

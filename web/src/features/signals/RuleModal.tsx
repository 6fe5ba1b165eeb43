import { useState } from 'react';
import { setSignalRule } from '#contract/signal-deeds.ts';
import type { SignalDeed, SignalRuleKey } from '#contract/signal-rule.ts';
import { listSignals } from '#contract/signals.ts';
import { useDeed } from '../../deeds/use-deed.ts';
import { FormShell } from '../../forms/FormShell.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { Select } from '../../ui/Select.tsx';
import { ownerOptions, type Person } from './signal-words.ts';

type Props = {
  rule: { key: SignalRuleKey; title: string; deed: SignalDeed; owner: Person | null };
  people: readonly Person[];
  onClose: () => void;
};

const DEEDS = [
  { value: 'tell', label: 'Сообщить' },
  { value: 'close', label: 'Закрыть карту' },
] as const;

/** What a rule does with what it finds, and whose that is. */
export function RuleModal({ rule, people, onClose }: Props) {
  const [does, setDoes] = useState<SignalDeed>(rule.deed);
  const [owner, setOwner] = useState(rule.owner ? String(rule.owner.id) : '');
  const deed = useDeed(setSignalRule, {
    refresh: [listSignals],
    left: { failed: `Правило не изменено: ${rule.title}` },
  });
  return (
    <Modal opened onClose={onClose} title={rule.title} busy={deed.isPending}>
      <FormShell
        submitLabel="Сохранить"
        loading={deed.isPending}
        error={deed.error}
        ownFields={['owner_id']}
        onSubmit={() =>
          deed.mutate(
            {
              params: { key: rule.key },
              body: { deed: does, owner_id: owner === '' ? null : Number(owner) },
            },
            { onSuccess: onClose },
          )
        }
      >
        <Segmented label="Когда сработает" options={DEEDS} value={does} onChange={setDoes} />
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
          error={deed.error?.fields.owner_id?.[0] ?? null}
          onChange={(next) => {
            setOwner(next);
            deed.reset();
          }}
        />
      </FormShell>
    </Modal>
  );
}

import { setSignalRule } from '#contract/fleet/signal-actions.ts';
import type { SignalAction, SignalRuleKey } from '#contract/fleet/signal-rule.ts';
import { listSignals } from '#contract/fleet/signals.ts';
import { useEndpointAction } from '../../../actions/use-endpoint-action.ts';
import { FormModal } from '../../../forms/FormModal.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { Notice } from '../../../ui/states/Notice.tsx';
import { Segmented } from '../../../ui/fields/Segmented.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
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

/** Sets the action of a rule on its findings, and its responsible user. */
export function RuleModal({ rule, people, onClose }: Props) {
  const form = useForm({
    values: { does: rule.deed as SignalAction, owner: rule.owner ? String(rule.owner.id) : '' },
    wire: { owner: 'owner_id' },
  });
  const { does, owner } = form.values;
  const action = useEndpointAction(setSignalRule, {
    refresh: [listSignals],
    left: { failed: `Правило не изменено: ${rule.title}` },
  });
  return (
    <FormModal
      form={form}
      submitLabel="Сохранить"
      action={action}
      onChange={action.reset}
      onSubmit={() =>
        action.mutate(
          {
            params: { key: rule.key },
            body: { deed: does, owner_id: owner === '' ? null : Number(owner) },
          },
          { onSuccess: onClose },
        )
      }
      title={rule.title}
      onClose={onClose}
    >
      <Segmented label="Когда сработает" options={ACTION_OPTIONS} {...form.field('does')} />
      {does === 'close' && (
        <Notice tone="warn">
          Карта закроется в своей сети после следующей такой заправки. Пока сеть не ответит, по карте можно
          заправиться: это видно в сигнале. Причину увидит и водитель. Прежние заправки карту не закроют.
        </Notice>
      )}
      <Select
        label="Кто отвечает"
        options={[{ value: '', label: 'Как у всей компании' }, ...ownerOptions(people)]}
        {...form.field('owner')}
      />
    </FormModal>
  );
}

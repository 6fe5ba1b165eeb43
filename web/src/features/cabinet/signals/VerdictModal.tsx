import { listCards } from '#contract/cards/cards.ts';
import { judgeSignal, listSignals, VERDICTS } from '#contract/fleet/signals.ts';
import { readOverview } from '#contract/insights/overview.ts';
import { useEndpointAction } from '../../../actions/use-endpoint-action.ts';
import { FormModal } from '../../../forms/FormModal.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { Notice } from '../../../ui/states/Notice.tsx';
import { Segmented } from '../../../ui/fields/Segmented.tsx';
import { TextArea } from '../../../ui/fields/TextField.tsx';
import { getLead } from './FillingLine.tsx';
import { CLOSED, type Signal } from './signal-labels.ts';

type VerdictKey = (typeof VERDICTS)[number];

const VERDICT_MEANINGS: Record<VerdictKey, { label: string; help: string }> = {
  explained: {
    label: 'Объяснено',
    help: 'У заправки есть причина: например, заправили вторую машину.',
  },
  waste: { label: 'Потери', help: 'Топливо ушло не туда. Напишите, что с этим сделали.' },
  false: { label: 'Ложная тревога', help: 'Правило ошиблось: это снизит его точность.' },
};
const CHOICES = VERDICTS.map((value) => ({ value, label: VERDICT_MEANINGS[value].label }));

/** Records the verdict about a filling, for all its reasons: explained, waste or a false alarm. */
export function VerdictModal({ signals, onClose }: { signals: readonly Signal[]; onClose: () => void }) {
  const signal = getLead(signals);
  return signal ? <VerdictForm signal={signal} signals={signals} onClose={onClose} /> : null;
}

type Props = { signal: Signal; signals: readonly Signal[]; onClose: () => void };

function VerdictForm({ signal, signals, onClose }: Props) {
  const form = useForm({
    values: {
      // No verdict is chosen at first, so that a suspected theft is not marked as explained by one careless click.
      verdict: VERDICTS.find((item) => item === signal.state) ?? (null as VerdictKey | null),
      note: signal.note,
    },
  });
  const { verdict, note } = form.values;
  const action = useEndpointAction(judgeSignal, {
    refresh: [listSignals, listCards, readOverview],
    left: { failed: `Решение не записано: ${signal.rule.title}` },
  });
  return (
    <FormModal
      form={form}
      submitLabel="Записать решение"
      action={action}
      onChange={action.reset}
      disabledReason={verdict === null ? 'Выберите, что это было' : null}
      onSubmit={() => {
        if (verdict === null) return;
        action.mutate(
          { params: { id: signal.id }, body: { verdict, note, filling: true } },
          { onSuccess: onClose },
        );
      }}
      title="Разобрать заправку"
      onClose={onClose}
    >
      {signals.map(({ id, rule, evidence }) => (
        <p key={id}>
          <strong>{rule.title}.</strong> {evidence}
        </p>
      ))}
      {verdict !== null && signals.some(({ closing }) => CLOSED.includes(closing)) && (
        <Notice tone="info">
          {verdict === 'waste'
            ? 'Карта останется закрытой. Открыть её можно отдельно.'
            : 'С этим решением карта откроется, если её не закрыла другая заправка.'}
        </Notice>
      )}
      <Segmented label="Что это было" options={CHOICES} {...form.field('verdict')} />
      <TextArea
        label="Пояснение"
        optional
        help={verdict === null ? undefined : VERDICT_MEANINGS[verdict].help}
        {...form.field('note')}
        maxLength={500}
      />
    </FormModal>
  );
}

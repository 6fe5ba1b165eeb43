import { listCards } from '#contract/cards/cards.ts';
import { judgeSignal, listSignals, VERDICTS } from '#contract/fleet/signals.ts';
import { useEndpointAction } from '../../../actions/use-endpoint-action.ts';
import { FormModal } from '../../../forms/FormModal.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { Notice } from '../../../ui/states/Notice.tsx';
import { Segmented } from '../../../ui/fields/Segmented.tsx';
import { TextArea } from '../../../ui/fields/TextField.tsx';
import { CLOSED, type Signal } from './signal-labels.ts';

type Verdict = (typeof VERDICTS)[number];

const MEANING: Record<Verdict, { label: string; help: string }> = {
  explained: {
    label: 'Объяснено',
    help: 'Правило право, но причина есть: например, заправили вторую машину.',
  },
  waste: { label: 'Потери', help: 'Топливо ушло не туда. Напишите, что с этим сделали.' },
  false: { label: 'Ложная тревога', help: 'Правило ошиблось: это снизит его точность.' },
};
const CHOICES = VERDICTS.map((value) => ({ value, label: MEANING[value].label }));

/** Records the verdict: explained, waste or a false alarm. */
export function VerdictModal({ signal, onClose }: { signal: Signal; onClose: () => void }) {
  const form = useForm({
    values: {
      // No verdict is chosen at first, so that a suspected theft is not marked as explained by one careless click.
      verdict: VERDICTS.find((item) => item === signal.state) ?? (null as Verdict | null),
      note: signal.note,
    },
  });
  const { verdict, note } = form.values;
  const action = useEndpointAction(judgeSignal, {
    refresh: [listSignals, listCards],
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
        action.mutate({ params: { id: signal.id }, body: { verdict, note } }, { onSuccess: onClose });
      }}
      title={signal.rule.title}
      onClose={onClose}
    >
      <p>{signal.evidence}</p>
      {verdict !== null && CLOSED.includes(signal.closing) && (
        <Notice tone="info">
          {verdict === 'waste'
            ? 'Карта останется закрытой. Открыть её можно отдельно.'
            : 'С этим решением карта откроется, если её не держит другой сигнал.'}
        </Notice>
      )}
      <Segmented label="Что это было" options={CHOICES} {...form.field('verdict')} />
      <TextArea
        label="Пояснение"
        optional
        help={verdict === null ? undefined : MEANING[verdict].help}
        {...form.field('note')}
        maxLength={500}
      />
    </FormModal>
  );
}

import { useState } from 'react';
import { listCards } from '#contract/cards.ts';
import { judgeSignal, listSignals, VERDICTS } from '#contract/signals.ts';
import { useEndpointAction } from '../../actions/use-endpoint-action.ts';
import { FormShell } from '../../forms/FormShell.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { TextArea } from '../../ui/TextField.tsx';
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
  // Nothing is chosen beforehand: one click more must not acquit a suspected theft.
  const [verdict, setVerdict] = useState<Verdict | null>(
    VERDICTS.find((item) => item === signal.state) ?? null,
  );
  const [note, setNote] = useState(signal.note);
  const action = useEndpointAction(judgeSignal, {
    refresh: [listSignals, listCards],
    left: { failed: `Решение не записано: ${signal.rule.title}` },
  });
  return (
    <Modal opened onClose={onClose} title={signal.rule.title} busy={action.isPending}>
      <FormShell
        submitLabel="Записать решение"
        loading={action.isPending}
        error={action.error}
        ownFields={['note']}
        disabledReason={verdict === null ? 'Выберите, что это было' : null}
        onSubmit={() => {
          if (verdict === null) return;
          action.mutate({ params: { id: signal.id }, body: { verdict, note } }, { onSuccess: onClose });
        }}
      >
        <p>{signal.evidence}</p>
        {verdict !== null && CLOSED.includes(signal.closing) && (
          <Notice tone="info">
            {verdict === 'waste'
              ? 'Карта останется закрытой. Открыть её можно отдельно.'
              : 'С этим решением карта откроется, если её не держит другой сигнал.'}
          </Notice>
        )}
        <Segmented label="Что это было" options={CHOICES} value={verdict} onChange={setVerdict} />
        <TextArea
          label="Пояснение"
          optional
          help={verdict === null ? undefined : MEANING[verdict].help}
          value={note}
          maxLength={500}
          error={action.error?.fields.note?.[0] ?? null}
          onChange={(text) => {
            setNote(text);
            action.reset();
          }}
        />
      </FormShell>
    </Modal>
  );
}

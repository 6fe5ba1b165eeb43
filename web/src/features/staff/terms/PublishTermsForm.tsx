import { useState } from 'react';
import { publishTerms } from '#contract/backoffice/staff.ts';
import { listAcceptances, listTerms, readTermsVersion } from '#contract/companies/staff-terms.ts';
import { DayField } from '../../../forms/days/DayField.tsx';
import { FormShell, NO_REQUEST } from '../../../forms/FormShell.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { dayProblem } from '../../../forms/days/type-day.ts';
import { formatDate } from '../../../lib/format.ts';
import { textDifference } from '../../../lib/text-difference.ts';
import { useToday } from '../../../lib/use-today.ts';
import { useStaffAction } from '../../../staff/use-staff-action.ts';
import { useRead } from '../../../state/use-call.ts';
import { Button } from '../../../ui/Button.tsx';
import { ReadFailed } from '../../../ui/states/ReadFailed.tsx';
import { CardSkeleton } from '../../../ui/states/Skeleton.tsx';
import { Modal } from '../../../ui/layers/Modal.tsx';
import { Paragraphs } from '../../../ui/text/Paragraphs.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { Stack } from '../../../ui/Stack.tsx';
import { Tabs } from '../../../ui/Tabs.tsx';
import { TextArea } from '../../../ui/fields/TextField.tsx';
import styles from './PublishTermsForm.module.css';

type Props = { latest: number | null; onClose: () => void };

/** A new version: its text begins as that of the last one, so that only what changes is written. */
export function PublishTermsForm({ latest, onClose }: Props) {
  const last = useRead(readTermsVersion, { params: { version: latest ?? 1 } }, { enabled: latest !== null });
  if (last.isLoadingError) return <ReadFailed what="Последняя редакция не загрузилась." reads={[last]} />;
  if (latest !== null && !last.data) return <CardSkeleton count={2} />;
  return <TermsEditor before={last.data?.data.text ?? ''} onClose={onClose} />;
}

function TermsEditor({ before, onClose }: { before: string; onClose: () => void }) {
  const form = useForm({ values: { text: before, begins: '' } });
  const { text, begins } = form.values;
  const [asking, setAsking] = useState(false);
  const today = useToday();
  const [tab, setTab] = useState<'difference' | 'whole'>('difference');
  const action = useStaffAction(publishTerms, {
    name: 'Публикация соглашения',
    refresh: [listTerms, listAcceptances],
  });
  const changed = text.trim() !== before.trim();
  const when = begins ? `с ${formatDate(begins, 'long')}` : 'сразу';

  return (
    <Stack gap="3">
      <FormShell
        form={form}
        submitLabel="Проверить и опубликовать"
        action={NO_REQUEST}
        disabledReason={
          changed && text.trim()
            ? begins && dayProblem(begins, { from: today })
            : 'Текст не отличается от последней редакции'
        }
        onSubmit={() => setAsking(true)}
        secondary={
          <Button variant="quiet" onClick={onClose}>
            Отменить
          </Button>
        }
        outcome={
          <Panel title="Как прочитает клиент">
            <Tabs
              label="Как показать"
              tabs={[
                { value: 'difference', label: 'Отличия' },
                { value: 'whole', label: 'Весь текст' },
              ]}
              value={tab}
              onChange={setTab}
            >
              {/* A scrolling region must be reachable by the keyboard. */}
              {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
              <section className={styles.preview} aria-label="Текст редакции" tabIndex={0}>
                {tab === 'whole' ? <Paragraphs text={text} /> : <Difference before={before} after={text} />}
              </section>
            </Tabs>
          </Panel>
        }
      >
        <DayField
          label="Первый день"
          help="Пусто: действует сразу после публикации"
          from={today}
          {...form.field('begins')}
        />
        <TextArea
          label="Текст соглашения"
          help="Абзацы разделяются пустой строкой"
          rows={24}
          {...form.field('text')}
          maxLength={200_000}
        />
      </FormShell>
      {asking && (
        <Modal opened onClose={() => setAsking(false)} title="Опубликовать редакцию" busy={action.isPending}>
          <FormShell
            submitLabel="Предложить"
            action={action}
            onSubmit={() => action.mutate({ body: { text, begins } }, { onSuccess: onClose })}
          >
            <p>
              Новая редакция начнёт действовать {when}. С этой минуты каждый клиент, пока не примет её, не
              сможет распоряжаться деньгами и картами. Изменить опубликованную редакцию нельзя. Публикацию
              подтвердит другой сотрудник.
            </p>
          </FormShell>
        </Modal>
      )}
    </Stack>
  );
}

function Difference({ before, after }: { before: string; after: string }) {
  const parts = textDifference(before, after).filter(({ kind }) => kind !== 'same');
  if (parts.length === 0) return <p className={styles.quiet}>Отличий от последней редакции нет.</p>;
  return parts.map(({ kind, text }, index) =>
    kind === 'added' ? (
      <ins key={index} className={styles.added}>
        {text}
      </ins>
    ) : (
      <del key={index} className={styles.removed}>
        {text}
      </del>
    ),
  );
}

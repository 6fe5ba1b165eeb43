import { IconTrash } from '@tabler/icons-react';
import {
  DUNNING_ACTIONS,
  DUNNING_ACTION_TITLE,
  DUNNING_CHANNELS,
  DUNNING_CHANNEL_TITLE,
  type DunningBasis,
} from '#contract/backoffice/dunning.ts';
import { Button } from '../../../ui/Button.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import { FieldSet } from '../../../ui/fields/FieldSet.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { TextArea, TextField } from '../../../ui/fields/TextField.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { Stack } from '../../../ui/Stack.tsx';
import { newStep, type StepDraft, type StepSide } from './rule-draft.ts';
import styles from './Dunning.module.css';

const MAX_STEPS = 12;

type Props = {
  basis: DunningBasis;
  value: readonly StepDraft[];
  onChange: (steps: readonly StepDraft[]) => void;
  error: string | null;
};

/** The steps of a rule, one below the other. */
export function StepsField({ basis, value: steps, onChange, error }: Props) {
  const replace = (key: number, next: Partial<StepDraft>) =>
    onChange(steps.map((step) => (step.key === key ? { ...step, ...next } : step)));
  return (
    <Stack gap="2">
      {steps.map((step, index) => (
        <FieldSet key={step.key} label={`Шаг ${index + 1}`} className={styles.step}>
          {() => (
            <Stack>
              <StepFields
                basis={basis}
                step={step}
                error={index === 0 ? error : null}
                onChange={(next) => replace(step.key, next)}
              />
              <span className={styles.remove}>
                <IconButton
                  label={`Удалить шаг ${index + 1}`}
                  icon={<IconTrash aria-hidden="true" stroke={1.75} />}
                  onClick={() => onChange(steps.filter(({ key }) => key !== step.key))}
                />
              </span>
            </Stack>
          )}
        </FieldSet>
      ))}
      {error && steps.length === 0 && <Notice tone="error">{error}</Notice>}
      <Button
        type="button"
        variant="secondary"
        disabledReason={steps.length < MAX_STEPS ? null : `Не больше ${MAX_STEPS} шагов`}
        onClick={() => onChange([...steps, newStep()])}
      >
        Добавить шаг
      </Button>
    </Stack>
  );
}

const SIDES: readonly { value: StepSide; label: string }[] = [
  { value: 'before', label: 'до срока' },
  { value: 'after', label: 'после срока' },
];

function StepFields({
  basis,
  step,
  error,
  onChange,
}: {
  basis: DunningBasis;
  step: StepDraft;
  /** The refusal of all steps. */
  error: string | null;
  onChange: (next: Partial<StepDraft>) => void;
}) {
  // An unpaid invoice is no debt: one can only remind of it.
  const actions = basis === 'invoice' ? (['remind'] as const) : DUNNING_ACTIONS;
  return (
    <>
      <div className={styles.when}>
        <Select
          label="Что сделать"
          className={styles.action}
          options={actions.map((value) => ({ value, label: DUNNING_ACTION_TITLE[value] }))}
          value={step.action}
          onChange={(action) => onChange({ action, ...(action !== 'remind' && { side: 'after' }) })}
        />
        <TextField
          label="Дней"
          inputMode="numeric"
          autoComplete="off"
          value={step.days}
          error={error}
          onChange={(days) => onChange({ days })}
        />
        <Select
          label="Когда"
          options={step.action === 'remind' ? SIDES : SIDES.slice(1)}
          value={step.side}
          onChange={(side) => onChange({ side })}
        />
      </div>
      {step.action === 'penalty' && (
        <TextField
          label="Ставка по договору, % в день"
          inputMode="decimal"
          suffix="%"
          autoComplete="off"
          value={step.rate}
          onChange={(rate) => onChange({ rate })}
        />
      )}
      {step.action === 'remind' && <ReminderFields step={step} onChange={onChange} />}
    </>
  );
}

function ReminderFields({
  step: { text, channels },
  onChange,
}: {
  step: StepDraft;
  onChange: (next: Partial<StepDraft>) => void;
}) {
  return (
    <>
      <div className={styles.channels}>
        {DUNNING_CHANNELS.map((channel) => (
          <Checkbox
            key={channel}
            label={DUNNING_CHANNEL_TITLE[channel]}
            checked={channels.includes(channel)}
            onChange={(checked) =>
              onChange({
                channels: checked ? [...channels, channel] : channels.filter((item) => item !== channel),
              })
            }
          />
        ))}
      </div>
      <TextArea
        label="Ваш текст"
        optional
        help="Сумму, срок и следующий шаг клиент увидит и без него"
        rows={2}
        maxLength={500}
        value={text}
        onChange={(next) => onChange({ text: next })}
      />
    </>
  );
}

import {
  changeProgramme,
  PROGRAMME_PART_TITLE,
  readProgramme,
  type ProgrammePart,
} from '#contract/programme/requisites.ts';
import { readStart } from '#contract/backoffice/start.ts';
import { readOperator } from '#contract/system.ts';
import { DayField } from '../../../forms/days/DayField.tsx';
import { FormModal } from '../../../forms/FormModal.tsx';
import { useForm, type Form } from '../../../forms/use-form.ts';
import { moscowDay } from '../../../lib/format.ts';
import { serverNow } from '../../../lib/server-clock.ts';
import { useStaffAction } from '../../../staff/use-staff-action.ts';
import { Select } from '../../../ui/fields/Select.tsx';
import { TextArea, TextField } from '../../../ui/fields/TextField.tsx';
import { PART_FIELDS, readField, toChange, type PartEntry, type PartField } from './part-fields.ts';

type Values = Record<string, string>;
type Props = { part: ProgrammePart; current: PartEntry | undefined; onClose: () => void };

/** Proposes other values of one part from a day on. A second member confirms them. */
export function ChangePartModal({ part, current, onClose }: Props) {
  const fields = PART_FIELDS[part];
  const form = useForm<Values>({
    values: () => ({
      ...Object.fromEntries(fields.map((field) => [field.name, readField(current, field)])),
      firstDay: '',
      note: '',
    }),
  });
  const action = useStaffAction(changeProgramme, {
    name: PROGRAMME_PART_TITLE[part],
    refresh: [readProgramme, readOperator, readStart],
  });
  const empty = fields.find(({ name, optional }) => !optional && !form.values[name]?.trim());
  const changed = fields.some((field) => form.values[field.name] !== readField(current, field));
  // What the first start took from the file is confirmed as the programme's own by proposing it.
  const isOfFile = current?.entered_by === null;
  return (
    <FormModal
      form={form}
      submitLabel="Предложить"
      action={action}
      disabledReason={
        empty
          ? `Заполните поле «${empty.label}»`
          : changed || isOfFile
            ? null
            : 'Измените хотя бы одно значение'
      }
      onSubmit={() => action.mutate({ body: toChange(part, form.values) }, { onSuccess: onClose })}
      title={PROGRAMME_PART_TITLE[part]}
      size={fields.length > 2 ? 'wide' : 'medium'}
      onClose={onClose}
    >
      {isOfFile && (
        <p className="ink-2">
          Эти значения взяты из файла при первом запуске. Если они верны, предложите их без изменений.
        </p>
      )}
      {fields.map((field) => (
        <PartInput key={field.name} field={field} form={form} />
      ))}
      <DayField
        label="Первый день"
        help="Документы более ранних дней не изменятся. Пусто: со дня подтверждения, а если в этот день уже есть счета или документы, со следующего"
        optional
        from={moscowDay(serverNow())}
        {...form.field('firstDay')}
      />
      <TextArea
        label="Основание, видно сотрудникам"
        optional
        {...form.field('note')}
        rows={2}
        maxLength={500}
      />
    </FormModal>
  );
}

function PartInput({ field, form }: { field: PartField; form: Form<Values> }) {
  const { name, label, help, kind = 'text', options = [], inputMode, max } = field;
  const texts = { label, help, optional: field.optional, ...form.field(name) };
  switch (kind) {
    case 'choice':
      return <Select {...texts} options={options} />;
    case 'day':
      return <DayField {...texts} />;
    case 'area':
    case 'accounts':
      return <TextArea {...texts} rows={2} maxLength={max} />;
    case 'text':
      return (
        <TextField
          {...texts}

          inputMode={inputMode}
          maxLength={max}
          autoComplete="off"
        />
      );
  }
}

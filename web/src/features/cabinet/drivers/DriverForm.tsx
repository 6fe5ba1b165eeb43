import type { ReactNode } from 'react';
import { REQUIRED } from '#contract/fields.ts';
import { normalizeDriverPhone, PHONE_MESSAGE } from '#contract/values/phone.ts';
import { formatPhone, type Driver } from '../../../cards/describe-card.ts';
import type { CallFailed } from '../../../server/client.ts';
import { FormShell } from '../../../forms/FormShell.tsx';
import { PhoneField } from '../../../forms/PhoneField.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { TextField } from '../../../ui/fields/TextField.tsx';

type DriverInput = { surname: string; name: string; patronymic: string; phone?: string };

type Props = {
  /** The driver who is corrected; without him the form is empty. */
  driver?: Driver;
  submitLabel: string;
  loading: boolean;
  error: CallFailed | null;
  /** Stands above the button; knows the phone as it is typed. */
  note: (phone: string | null) => ReactNode;
  /** Another name is another driver: an earlier refusal does not apply. */
  onChange: (typed: Pick<DriverInput, 'surname' | 'name'>) => void;
  /** `clear` empties the form for the next driver. */
  onSubmit: (input: DriverInput, clear: () => void) => void;
};

/** Name and phone of a driver, who is added or corrected. */
export function DriverForm({ driver, submitLabel, loading, error, note, onChange, onSubmit }: Props) {
  const form = useForm({ values: () => toValues(driver), check: findProblems });
  const text = (name: 'surname' | 'name' | 'patronymic') => ({
    ...form.field(name),
    autoComplete: 'off',
    maxLength: 100,
    readOnly: loading,
  });

  return (
    <FormShell
      form={form}
      onChange={onChange}
      onSubmit={({ phone: typed, ...names }) => {
        const phone = normalizeDriverPhone(typed);
        onSubmit({ ...names, ...(phone && { phone }) }, () => form.reset(toValues(undefined)));
      }}
      submitLabel={submitLabel}
      action={{ isPending: loading, error }}
    >
      <TextField label="Фамилия" {...text('surname')} />
      <TextField label="Имя" {...text('name')} />
      <TextField label="Отчество" optional {...text('patronymic')} />
      <PhoneField optional foreign autoComplete="off" readOnly={loading} {...form.field('phone')} />
      {note(normalizeDriverPhone(form.values.phone))}
    </FormShell>
  );
}

function toValues(driver: Driver | undefined) {
  return {
    surname: driver?.surname ?? '',
    name: driver?.name ?? '',
    patronymic: driver?.patronymic ?? '',
    phone: driver?.phone ? formatPhone(driver.phone).replaceAll('\u00a0', ' ') : '',
  };
}

function findProblems({ surname, name, phone }: ReturnType<typeof toValues>) {
  return {
    surname: surname.trim() ? null : REQUIRED,
    name: name.trim() ? null : REQUIRED,
    phone: phone !== '' && normalizeDriverPhone(phone) === null ? PHONE_MESSAGE : null,
  };
}

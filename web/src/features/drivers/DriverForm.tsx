import { useState, type ReactNode } from 'react';
import { REQUIRED } from '#contract/fields.ts';
import { PHONE_MESSAGE } from '#contract/phone.ts';
import { formatPhone, type Driver } from '../../cards/describe-card.ts';
import type { CallFailed } from '../../server/client.ts';
import { FormShell } from '../../forms/FormShell.tsx';
import { PhoneField } from '../../forms/PhoneField.tsx';
import { TextField } from '../../ui/TextField.tsx';

export type DriverInput = { surname: string; name: string; patronymic: string; phone?: string };

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
  const [draft, setDraft] = useState(() => draftFrom(driver));
  const [tried, setTried] = useState(false);
  const refusals = error?.fields ?? {};
  const phoneProblem = draft.phoneText !== '' && draft.phone === null ? PHONE_MESSAGE : null;

  function change(next: Partial<typeof draft>) {
    const typed = { ...draft, ...next };
    setDraft(typed);
    onChange(typed);
  }
  function clear() {
    setDraft(draftFrom(undefined));
    setTried(false);
  }
  function submit() {
    setTried(true);
    if (!draft.surname.trim() || !draft.name.trim() || phoneProblem) return;
    const { surname, name, patronymic, phone } = draft;
    onSubmit({ surname, name, patronymic, ...(phone ? { phone } : {}) }, clear);
  }
  const problem = (field: 'surname' | 'name') =>
    refusals[field]?.[0] ?? (tried && !draft[field].trim() ? REQUIRED : null);

  return (
    <FormShell
      onSubmit={submit}
      submitLabel={submitLabel}
      loading={loading}
      error={error}
      ownFields={['surname', 'name', 'patronymic', 'phone']}
    >
      <TextField
        label="Фамилия"
        autoComplete="off"
        value={draft.surname}
        maxLength={100}
        readOnly={loading}
        onChange={(surname) => change({ surname })}
        error={problem('surname')}
      />
      <TextField
        label="Имя"
        autoComplete="off"
        value={draft.name}
        maxLength={100}
        readOnly={loading}
        onChange={(name) => change({ name })}
        error={problem('name')}
      />
      <TextField
        label="Отчество"
        optional
        autoComplete="off"
        value={draft.patronymic}
        maxLength={100}
        readOnly={loading}
        onChange={(patronymic) => change({ patronymic })}
        error={refusals.patronymic?.[0] ?? null}
      />
      <PhoneField
        optional
        foreign
        autoComplete="off"
        value={draft.phoneText}
        readOnly={loading}
        onChange={(phoneText, phone) => change({ phoneText, phone })}
        error={refusals.phone?.[0] ?? (tried ? phoneProblem : null)}
      />
      {note(draft.phone)}
    </FormShell>
  );
}

function draftFrom(driver: Driver | undefined) {
  const phone = driver?.phone ?? null;
  return {
    surname: driver?.surname ?? '',
    name: driver?.name ?? '',
    patronymic: driver?.patronymic ?? '',
    phoneText: phone ? formatPhone(phone).replaceAll('\u00a0', ' ') : '',
    phone,
  };
}

import { useState } from 'react';
import { addDriver, DRIVER_TOLD, listDrivers } from '#contract/drivers.ts';
import { REQUIRED } from '#contract/fields.ts';
import { PHONE_MESSAGE } from '#contract/phone.ts';
import { useDeed } from '../../deeds/use-deed.ts';
import type { Driver } from '../../cards/describe-card.ts';
import { FormShell } from '../../forms/FormShell.tsx';
import { PhoneField } from '../../forms/PhoneField.tsx';
import { TextField } from '../../ui/TextField.tsx';

type Props = { onAdded: (driver: Driver) => void };

/** Adds a driver to the company. */
export function DriverForm({ onAdded }: Props) {
  const [draft, setDraft] = useState(EMPTY);
  const [tried, setTried] = useState(false);
  const deed = useDeed(addDriver, {
    refresh: [listDrivers],
    left: { failed: `Водитель не добавлен: ${draft.surname} ${draft.name}` },
  });
  const refusals = deed.error?.fields ?? {};
  const phoneProblem = draft.phoneText !== '' && draft.phone === null ? PHONE_MESSAGE : null;

  function change(next: Partial<typeof EMPTY>) {
    setDraft({ ...draft, ...next });
    // Another name is another driver.
    deed.reset();
  }
  function submit() {
    setTried(true);
    if (!draft.surname.trim() || !draft.name.trim() || phoneProblem) return;
    const { surname, name, patronymic, phone } = draft;
    deed.mutate(
      { body: { surname, name, patronymic, ...(phone ? { phone } : {}), told: true } },
      {
        onSuccess: ({ data }) => {
          setDraft(EMPTY);
          setTried(false);
          onAdded(data);
        },
      },
    );
  }
  const problem = (field: 'surname' | 'name') =>
    refusals[field]?.[0] ?? (tried && !draft[field].trim() ? REQUIRED : null);

  return (
    <FormShell
      onSubmit={submit}
      submitLabel="Добавить водителя"
      loading={deed.isPending}
      error={deed.error}
      ownFields={['surname', 'name', 'patronymic', 'phone']}
    >
      <TextField
        label="Фамилия"
        autoComplete="off"
        value={draft.surname}
        maxLength={100}
        readOnly={deed.isPending}
        onChange={(surname) => change({ surname })}
        error={problem('surname')}
      />
      <TextField
        label="Имя"
        autoComplete="off"
        value={draft.name}
        maxLength={100}
        readOnly={deed.isPending}
        onChange={(name) => change({ name })}
        error={problem('name')}
      />
      <TextField
        label="Отчество"
        optional
        autoComplete="off"
        value={draft.patronymic}
        maxLength={100}
        readOnly={deed.isPending}
        onChange={(patronymic) => change({ patronymic })}
        error={refusals.patronymic?.[0] ?? null}
      />
      <PhoneField
        optional
        autoComplete="off"
        value={draft.phoneText}
        readOnly={deed.isPending}
        onChange={(phoneText, phone) => change({ phoneText, phone })}
        error={refusals.phone?.[0] ?? (tried ? phoneProblem : null)}
      />
      <p className="ink-2">{DRIVER_TOLD}</p>
    </FormShell>
  );
}

const EMPTY = { surname: '', name: '', patronymic: '', phoneText: '', phone: null as string | null };

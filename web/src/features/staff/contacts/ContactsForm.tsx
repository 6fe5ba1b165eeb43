import type { ReactNode } from 'react';
import { saveContacts, type Contacts } from '#contract/programme/contacts.ts';
import { readOperator } from '#contract/system.ts';
import { FormShell } from '../../../forms/FormShell.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { useStaffAction } from '../../../staff/use-staff-action.ts';
import { useStaffProblem } from '../../../staff/use-staff-problem.ts';
import { TextField } from '../../../ui/fields/TextField.tsx';

const FIELDS: readonly { name: keyof Contacts; label: string; help?: string; max: number }[] = [
  { name: 'phone', label: 'Телефон', max: 40 },
  {
    name: 'supportHours',

    label: 'Часы поддержки',
    help: 'По московскому времени',
    max: 60,
  },
  { name: 'email', label: 'Почта', help: 'Сюда приходят ответы на письма', max: 254 },
  { name: 'chatUrl', label: 'Ссылка на чат', max: 300 },
  { name: 'address', label: 'Адрес для посетителей и писем', max: 300 },
];

const WIRE = { supportHours: 'hours' };

type Props = { contacts: Contacts; preview: (draft: Contacts) => ReactNode };

/** Edits how clients reach the programme, beside a preview of what they will see. */
export function ContactsForm({ contacts, preview }: Props) {
  const form = useForm({ values: contacts, wire: WIRE });
  const draft = form.values;
  const action = useStaffAction(saveContacts, { name: 'Контакты', refresh: [readOperator] });
  const problem = useStaffProblem('staff.runProgramme');
  const changed = FIELDS.some(({ name }) => draft[name].trim() !== contacts[name]);
  const empty = FIELDS.find(({ name }) => !draft[name].trim());
  const missing = empty ? `Заполните поле «${empty.label}»` : null;
  return (
    <FormShell
      form={form}
      submitLabel="Сохранить"
      action={action}
      disabledReason={problem ?? missing ?? (changed ? null : 'Ничего не изменено')}
      outcome={preview(draft)}
      onSubmit={() =>
        action.mutate(
          {
            body: {
              phone: draft.phone,
              email: draft.email,
              chat_url: draft.chatUrl,
              hours: draft.supportHours,
              address: draft.address,
            },
          },
          { onSuccess: action.reset },
        )
      }
    >
      {FIELDS.map(({ name, label, help, max }) => (
        <TextField
          key={name}
          label={label}
          help={help}
          {...form.field(name)}
          maxLength={max}
          readOnly={action.isPending || problem !== null}
        />
      ))}
    </FormShell>
  );
}

import { NAME_MAX_LENGTH } from '#contract/identity/auth.ts';
import { normalizePhone, PHONE_MESSAGE } from '#contract/values/phone.ts';
import { TextField } from '../ui/fields/TextField.tsx';
import { PhoneField } from './PhoneField.tsx';
import type { Form } from './use-form.ts';

/** Fields of a person who is invited by phone. */
export const NO_PERSON = { phone: '', firstname: '', lastname: '' };
type Person = typeof NO_PERSON;

type Props = { form: Pick<Form<Person>, 'field'>; readOnly: boolean };

/** Phone and name of a person who is invited. */
export function PersonFields({ form, readOnly }: Props) {
  const name = { readOnly, maxLength: NAME_MAX_LENGTH };
  return (
    <>
      <PhoneField label="Телефон" autoComplete="off" readOnly={readOnly} {...form.field('phone')} autoFocus />
      <TextField label="Имя" {...name} {...form.field('firstname')} />
      <TextField label="Фамилия" optional {...name} {...form.field('lastname')} />
    </>
  );
}

/** Why the person cannot be invited yet, or null. */
export function personProblem({ phone, firstname }: Person): string | null {
  if (normalizePhone(phone) === null) return PHONE_MESSAGE;
  return firstname.trim() ? null : 'Укажите имя сотрудника';
}

/** The person as calls take it. */
export function toPerson({ phone, firstname, lastname }: Person): Person {
  return { phone: normalizePhone(phone) ?? phone, firstname, lastname };
}

import {
  allowPhoneChange,
  declinePhoneChange,
  listPhoneChanges,
  type PhoneChange,
} from '#contract/identity/phone-changes.ts';
import { formatPhone } from '#contract/values/phone.ts';
import { defineReasonDialog } from '../../../staff/define-reason-dialog.tsx';
import { nameOfPerson } from '../../../staff/name-of-person.ts';

/** Proposes another phone to a second member. */
export const AllowPhoneDialog = defineReasonDialog({
  title: 'Другой телефон',
  submitLabel: 'Предложить',
  label: 'Как проверено, что это он',
  missing: 'Укажите, как проверено',
  name: 'Другой телефон',
  call: allowPhoneChange,
  input: ({ id }: PhoneChange, reason) => ({ params: { id }, body: { reason } }),
  refresh: [listPhoneChanges],
  text: (change) => (
    <>
      <p>{formatPhones(change)}</p>
      <p>
        Подтвердит другой сотрудник. Старый телефон получит СМС, администраторы компании письма; через сутки
        вход будет только по новому номеру.
      </p>
    </>
  ),
});

/** Refuses another phone alone. */
export const DeclinePhoneDialog = defineReasonDialog({
  title: 'Отказ в другом телефоне',
  submitLabel: 'Отказать',
  label: 'Почему',
  missing: 'Укажите причину',
  name: 'Отказ в другом телефоне',
  call: declinePhoneChange,
  input: ({ id }: PhoneChange, reason) => ({ params: { id }, body: { reason } }),
  refresh: [listPhoneChanges],
  text: (change) => (
    <>
      <p>{formatPhones(change)}</p>
      <p>Ничего не изменится: вход останется по старому номеру.</p>
    </>
  ),
});

function formatPhones(change: PhoneChange): string {
  return `${nameOfPerson(change.person)}: ${formatPhone(change.old_phone)} → ${formatPhone(change.new_phone)}.`;
}

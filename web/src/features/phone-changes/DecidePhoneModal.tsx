import { allowPhoneChange, declinePhoneChange, listPhoneChanges } from '#contract/phone-changes.ts';
import { formatPhone } from '#contract/phone.ts';
import { nameOfPerson } from '../../staff/name-of-person.ts';
import { ReasonModal } from '../../staff/ReasonModal.tsx';
import { useStaffAction } from '../../staff/use-staff-action.ts';
import type { PhoneChange } from './PhoneChangeList.tsx';

type Props = { change: PhoneChange; allow: boolean; onClose: () => void };

/** Proposes another phone to a second member, or refuses it alone. */
export function DecidePhoneModal({ change, allow, onClose }: Props) {
  const name = allow ? 'Другой телефон' : 'Отказ в другом телефоне';
  const action = useStaffAction(allow ? allowPhoneChange : declinePhoneChange, {
    name,
    refresh: [listPhoneChanges],
  });
  return (
    <ReasonModal
      title={name}
      submitLabel={allow ? 'Предложить' : 'Отказать'}
      label={allow ? 'Как проверено, что это он' : 'Почему'}
      missing={allow ? 'Укажите, как проверено' : 'Укажите причину'}
      deed={action}
      onSubmit={(reason) =>
        action.mutate({ params: { id: change.id }, body: { reason } }, { onSuccess: onClose })
      }
      onClose={onClose}
    >
      <p>
        {nameOfPerson(change.person)}: {formatPhone(change.old_phone)} → {formatPhone(change.new_phone)}.
      </p>
      <p>
        {allow
          ? 'Подтвердит другой сотрудник. Старый телефон получит СМС, администраторы компании письма; через сутки вход будет только по новому номеру.'
          : 'Ничего не изменится: вход останется по старому номеру.'}
      </p>
    </ReasonModal>
  );
}
